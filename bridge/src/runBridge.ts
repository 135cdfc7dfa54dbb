import { setTimeout as wait } from 'node:timers/promises'
import { converse, dial, serve, type ConnectionOptions } from './connection'
import { MpfBridge } from './mpf'
import type { Address } from './options'
import { Outbox } from './outbox'
import { Sender } from './sender'

interface BridgeOptions {
  /** such as https://boards.example */
  server: string
  deviceKey: string
  /** the file where scores wait while the server is away */
  queue: string
  /** where to listen, as MPF's only display; otherwise MPF is connected to */
  display: Address | undefined
  /** where MPF listens */
  bcp: Address
  log: (line: string) => void
  /** says goodbye to MPF, and ends the bridge */
  signal: AbortSignal
  /** resolves after so many ms, or when the signal aborts */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const dialAgainMs = 2_000

/** Connects to MPF, again and again, until the signal aborts. */
async function keepDialing(
  { host, port }: Address,
  pause: NonNullable<BridgeOptions['pause']>,
  options: ConnectionOptions,
) {
  const { signal, log } = options
  let isAway = false
  while (!signal.aborted) {
    const socket = await dial(host, port, signal).catch(() => undefined)
    if (socket) {
      isAway = false
      log(`Connected to MPF at ${host}:${port}.`)
      await converse(socket, options)
      if (!signal.aborted) log('MPF has gone. Looking for it…')
    } else if (!isAway && !signal.aborted) {
      isAway = true
      log(`MPF does not answer at ${host}:${port}. Looking for it every ${dialAgainMs / 1000} s…`)
    }
    await pause(dialAgainMs, signal)
  }
}

/** Shows the games of one MPF, until the signal aborts. Rejects when the port to listen on is taken. */
export async function runBridge({
  server,
  deviceKey,
  queue,
  display,
  bcp,
  log,
  signal,
  pause = (ms, until) => wait(ms, undefined, { signal: until }).catch(() => {}),
}: BridgeOptions): Promise<void> {
  const { host, port } = display ?? bcp
  const outbox = new Outbox(queue, log, `${host}:${port}`)
  const bridge = new MpfBridge({ outbox, onChange: () => sender.nudge() })
  const sender = new Sender(outbox, { server, deviceKey, isPlayed: () => bridge.isPlayed, log, pause })
  sender.start()
  const options: ConnectionOptions = {
    onConnected: () => bridge.connected(),
    onGone: () => bridge.gone(),
    onCommand: (command) => bridge.take(command),
    log,
    signal,
  }
  if (display) {
    log(
      'Warning: MPF stops, also in mid-game, when its display does: it will stop with this bridge. "mpf -b" needs no display; start the bridge without --display then.',
    )
    await serve(host, port, options)
  } else {
    await keepDialing(bcp, pause, options)
  }
  await sender.stop()
}
