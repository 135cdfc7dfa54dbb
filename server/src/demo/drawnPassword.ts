import { randomBytes } from 'node:crypto'
import { hashPassword } from '../core/accounts/passwords'

/** What tells a password that was drawn from one that somebody has chosen. Of 96 random bits, it needs no salt of its own. */
const salt = Buffer.from('drawn, not taken')

export const drawPassword = (): string => randomBytes(12).toString('base64url')

export const hashDrawn = (password: string): Promise<string> => hashPassword(password, salt)

/** Whether this hash is of a password that was drawn. */
export const isDrawn = (hash: string): boolean => hash.includes(`$${salt.toString('base64').replaceAll('=', '')}$`)
