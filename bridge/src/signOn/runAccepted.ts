import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import type { SignOn } from './signOn'

interface AcceptedOptions {
  signOn: SignOn
  /** the machine as its owner finds it in the dashboard */
  name: string
  address: string
  log: (line: string) => void
  signal: AbortSignal
  /** shows the machine's games under its token, until the signal aborts */
  run: (token: string, signal: AbortSignal) => Promise<void>
}

/** Runs a bridge of one machine while its owner has it accepted, again whenever its token is another one. Rejects when `run` does. */
export async function runAccepted({ signOn, name, address, log, signal, run }: AcceptedOptions): Promise<void> {
  // The same after a restart, and another one on another computer.
  const id = createHash('sha256').update(`${hostname()} ${address}`).digest('hex').slice(0, 16)
  const failing = new AbortController()
  const until = AbortSignal.any([signal, failing.signal])
  let current: { token: string; stop: AbortController; over: Promise<void> } | undefined
  let failure: unknown
  let isTold = false

  const follow = () => {
    const token = signOn.accepted.get(id)
    if (token === current?.token) {
      if (token === undefined && signOn.key !== undefined && !isTold) {
        isTold = true
        log(`Accept "${name}" in the dashboard, beside the code: say which machine it is.`)
      }
      return
    }
    current?.stop.abort()
    const before = current?.over
    if (token === undefined) return void (current = undefined)
    isTold = false
    const stop = new AbortController()
    const over = (before ?? Promise.resolve())
      .then(() => run(token, AbortSignal.any([until, stop.signal])))
      .catch((error: unknown) => {
        failure = error
        failing.abort()
      })
    current = { token, stop, over }
  }

  follow()
  await signOn.run(() => [{ id, name, address }], follow, until)
  await current?.over
  if (failure !== undefined) throw failure
}
