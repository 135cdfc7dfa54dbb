import { createHash } from 'node:crypto'

/** What a browser must find a file to be, as its `integrity` attribute wants it: `sha384-` and the hash in base64. */
export const integrityOf = (bytes: string | Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`
