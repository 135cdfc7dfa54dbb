import path from 'node:path'
import { parseArgs } from 'node:util'
import { mpfArguments, mpfOptions } from './mpfArguments'
import { readOptions } from './options'
import { runBridge } from './runBridge'
import { runProgram } from './runProgram'
import { runAccepted } from './signOn/runAccepted'
import { signOnFor } from './signOn/signOnFor'

const usage = `Shows the games of a Mission Pinball Framework machine on Multiball's boards.

  npm run bridge -- mpf --server URL [--key DEVICE_KEY] [--bcp HOST:PORT] [--display [HOST:]PORT] [--queue FILE]

  --server   where Multiball is, such as https://boards.example; or set MULTIBALL_SERVER
  --key      the machine's device key; or set MULTIBALL_DEVICE_KEY, which other users of this computer do not see.
             Without one, the bridge prints a code to type in the dashboard: Venues, More beside the venue, Bridges
  --bcp      where MPF listens, 127.0.0.1:5051 by default; beside MPF's own display
  --display  listen on this port instead, as MPF's only display (MPF looks for one on 5050). MPF stops with its display:
             started with "mpf -b" it needs none, and the bridge connects to it
  --queue    where scores wait while the server is away, ./multiball-queue.json by default; the key of the venue lies
             beside it`

await runProgram(async (running) => {
  const { deviceKey, ...given } = mpfArguments(
    readOptions(usage, () => parseArgs({ options: mpfOptions })),
    usage,
  )
  const { log, pause, signal } = running
  if (deviceKey !== undefined) return runBridge({ ...given, deviceKey, log, signal })
  const { host, port } = given.display ?? given.bcp
  await runAccepted({
    signOn: signOnFor({
      program: 'mpf',
      name: 'Mission Pinball Framework',
      server: given.server,
      folder: path.dirname(given.queue),
      log,
      pause,
    }),
    name: 'Mission Pinball Framework',
    address: `${host}:${port}`,
    log,
    signal,
    run: (token, until) => runBridge({ ...given, deviceKey: token, log, signal: until }),
  })
})
