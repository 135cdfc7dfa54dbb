// Runs a TypeScript command of the project on a fresh clone: node platform/run.mjs FILE [argument…]
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './ensure.mjs'

ensureInstalled()
const { register } = await import('tsx/esm/api')
register()

const [file, ...rest] = process.argv.slice(2)
const command = path.resolve(root, file)
process.argv = [process.argv[0], command, ...rest]
await import(pathToFileURL(command).href)
