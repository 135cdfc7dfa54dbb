// Runs a TypeScript command of the project on a fresh clone: node platform/run.mjs [--dev] FILE [argument…]
// --dev: it needs packages of tests and tools, too, which running the product does not.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithNpm } from './endWithNpm.mjs'
import { ensureInstalled, root } from './ensure.mjs'

const given = process.argv.slice(2)
const dev = given[0] === '--dev'
ensureInstalled({ dev })
if (process.env.npm_lifecycle_event) endWithNpm()
const { register } = await import('tsx/esm/api')
register()

const [file, ...rest] = dev ? given.slice(1) : given
const command = path.resolve(root, file)
process.argv = [process.argv[0], command, ...rest]
await import(pathToFileURL(command).href)
