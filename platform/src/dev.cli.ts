import path from 'node:path'
import { dev } from './dev/dev'
import { root } from './disk/paths'
import { ChangeRefused } from './command/refused'
import { argumentsOf, runCommand } from './command/commandLine'

/* npm run dev -- NAME… [--against URL] [--port N] : remotes from this machine in the pages of a deployment. */

const usage = 'Usage: npm run dev -- mf-NAME… [--against https://…] [--port 3001]'

async function run() {
  const { words, options } = argumentsOf(process.argv.slice(2), { against: true, port: true })
  if (words.length === 0) throw new ChangeRefused(usage)
  await dev(
    words.map((name) => path.join(root, name)),
    { against: options.against ?? 'http://localhost:3000', port: Number(options.port ?? 3001) },
    console.log,
  )
}

// A server that has started would keep the process alive.
if (!(await runCommand(run, usage))) process.exit()
