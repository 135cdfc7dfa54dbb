import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this package: `server` in the checkout. */
export const serverFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
