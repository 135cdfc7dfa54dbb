import { randomBytes } from 'node:crypto'

/** 128 random bits that open a private board, as text for an address. */
export const newViewerKey = (): string => randomBytes(16).toString('base64url')
