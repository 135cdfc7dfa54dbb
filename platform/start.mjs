// npm start: on a fresh clone too. Installs, builds what changed, starts the server with its database and, where there
// is nothing yet, the demo.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root } from './ensure.mjs'

ensureInstalled()

// A process of its own: the compiler's memory shall not stay with a server that runs for weeks.
const build = spawnSync(process.execPath, ['platform/run.mjs', 'platform/src/build.cli.ts'], { cwd: root, stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

// npm's shell does not hand a SIGTERM on: when it is gone, so is the reason to run.
const shell = process.ppid
const watch = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250)
watch.unref()

process.env.DEMO ??= 'auto'
const { register } = await import('tsx/esm/api')
register()
await import(pathToFileURL(path.join(root, 'server/src/main.ts')).href)
