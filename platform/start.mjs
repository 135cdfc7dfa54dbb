// npm start: on a fresh clone too. Installs, starts the server with its database and, where there is nothing yet, the
// demo, and builds what changed meanwhile: a page that is not there yet opens by itself once it is.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithNpm } from './endWithNpm.mjs'
import { ensureInstalled, root } from './ensure.mjs'

const [typed] = process.argv.slice(2)
if (typed !== undefined) {
  const isAsked = ['--help', '-h'].includes(typed)
  const settings = 'Settings come from the environment, such as PORT=8080 npm start: docs/settings.md lists them.'
  if (isAsked) console.log(`Usage: npm start\n  Starts everything and builds what changed. ${settings}`)
  else console.error(`npm start takes no ${typed}, and nothing was started. ${settings}`)
  process.exit(isAsked ? 0 : 1)
}

ensureInstalled()

// A process of its own: the compiler's memory shall not stay with a server that runs for weeks.
const build = spawn(process.execPath, ['platform/run.mjs', 'platform/src/build.cli.ts'], {
  cwd: root,
  stdio: 'inherit',
})
build.once('exit', (code) => {
  if (code)
    console.error('The build failed: see above. Pages stay as they were. When that is mended, run: npm run build')
})
process.once('exit', () => build.kill())

endWithNpm()

process.env.DEMO ??= 'auto'
const { register } = await import('tsx/esm/api')
register()
await import(pathToFileURL(path.join(root, 'server/src/main.ts')).href)
