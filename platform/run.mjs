// Runs a TypeScript command of the project on a fresh clone: node platform/run.mjs FILE [argument…]
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithNpm } from './endWithNpm.mjs'
import { ensureInstalled, root } from './ensure.mjs'

ensureInstalled()
if (process.env.npm_lifecycle_event) endWithNpm()
const { register } = await import('tsx/esm/api')
register()

const [file, ...rest] = process.argv.slice(2)
const command = path.resolve(root, file)
process.argv = [process.argv[0], command, ...rest]
await import(pathToFileURL(command).href)
