import path from 'node:path'
import { parseArgs } from 'node:util'
import { mpfArguments, mpfOptions, mpfUsage } from './mpfArguments'
import { readOptions } from './options'
import { runBridge } from './runBridge'
import { runProgram } from './runProgram'
import { runAccepted } from './signOn/runAccepted'
import { signOnFor } from './signOn/signOnFor'

await runProgram(async (running) => {
  const { deviceKey, ...given } = mpfArguments(readOptions(mpfUsage, () => parseArgs({ options: mpfOptions })))
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
