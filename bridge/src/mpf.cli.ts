import { parseArgs } from 'node:util'
import { mpfArguments, mpfOptions } from './mpfArguments'
import { readOptions } from './options'
import { runBridge } from './runBridge'

const usage = `Shows the games of a Mission Pinball Framework machine on Multiball's boards.

  npm run bridge:mpf -- --server URL --key DEVICE_KEY [--bcp HOST:PORT] [--display [HOST:]PORT] [--queue FILE]

  --server   where Multiball is, such as https://boards.example
  --key      the machine's device key; or set MULTIBALL_DEVICE_KEY, which other users of this computer do not see
  --bcp      where MPF listens, 127.0.0.1:5051 by default; beside MPF's own display
  --display  listen on this port instead, as MPF's only display (MPF looks for one on 5050). MPF stops with its display:
             started with "mpf -b" it needs none, and the bridge connects to it
  --queue    where scores wait while the server is away, ./multiball-queue.json by default`

async function main() {
  const given = mpfArguments(
    readOptions(usage, () => parseArgs({ options: mpfOptions })),
    usage,
  )
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  await runBridge({
    ...given,
    log: (line) => console.log(`${new Date().toISOString()} ${line}`),
    signal: stopping.signal,
  })
  process.exit()
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error && !(error instanceof TypeError) ? error.message : error)
  process.exitCode = 1
  process.exit()
})
