import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { converse, dial, serve, type ConnectionOptions } from './connection'
import { MpfBridge } from './mpf'
import { readOptions, UsageError } from './options'
import { Outbox } from './outbox'
import { Sender } from './sender'

const usage = `Shows the games of a Mission Pinball Framework machine on Multiball's boards.

  npm run bridge:mpf -- --server URL --key DEVICE_KEY [--bcp HOST:PORT] [--display [HOST:]PORT] [--queue FILE]

  --server   where Multiball is, such as https://boards.example
  --key      the machine's device key; or set MULTIBALL_DEVICE_KEY, which other users of this computer do not see
  --bcp      where MPF listens, 127.0.0.1:5051 by default; beside MPF's own display
  --display  listen on this port instead, as MPF's only display (MPF looks for one on 5050). MPF stops with its display:
             started with "mpf -b" it needs none, and the bridge connects to it
  --queue    where scores wait while the server is away, ./multiball-queue.json by default`

interface Address {
  host: string
  port: number
}

function addressOf(text: string): Address {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port < 1 || port > 65_535) throw new UsageError(`"${text}" is not an address: HOST:PORT is expected.`)
  return { host, port }
}

function readArguments() {
  const values = readOptions(usage, () => parseArgs({ options: { server: { type: 'string' }, key: { type: 'string' }, bcp: { type: 'string' }, display: { type: 'string' }, queue: { type: 'string' } } }))
  const deviceKey = values.key ?? process.env.MULTIBALL_DEVICE_KEY
  if (!values.server || !deviceKey) throw new UsageError(usage)
  if (!/^https?:\/\/./.test(values.server) || !URL.canParse(values.server)) throw new UsageError(`"${values.server}" is not an address: http:// or https:// is expected.`)
  return {
    server: values.server,
    deviceKey,
    queue: path.resolve(values.queue ?? 'multiball-queue.json'),
    display: values.display === undefined ? undefined : addressOf(values.display),
    bcp: addressOf(values.bcp ?? '127.0.0.1:5051'),
  }
}

const log = (line: string) => console.log(`${new Date().toISOString()} ${line}`)
const pause = (ms: number, signal: AbortSignal) => wait(ms, undefined, { signal }).catch(() => {})
const dialAgainMs = 2_000

/** Connects to MPF, again and again, until the signal aborts. */
async function keepDialing({ host, port }: Address, options: ConnectionOptions) {
  const { signal } = options
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

async function main() {
  const { server, deviceKey, queue, display, bcp } = readArguments()
  const { host, port } = display ?? bcp
  const outbox = new Outbox(queue, log, `${host}:${port}`)
  const bridge = new MpfBridge({ outbox, onChange: () => sender.nudge() })
  const sender = new Sender(outbox, { server, deviceKey, isPlayed: () => bridge.isPlayed, log, pause })
  const stopping = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopping.abort())
  sender.start()
  const { signal } = stopping
  const options: ConnectionOptions = { onConnected: () => bridge.connected(), onGone: () => bridge.gone(), onCommand: (command) => bridge.take(command), log, signal }
  if (display) {
    log('Warning: MPF stops, also in mid-game, when its display does: it will stop with this bridge. "mpf -b" needs no display; start the bridge without --display then.')
    await serve(display.host, display.port, options)
  } else {
    await keepDialing(bcp, options)
  }
  await sender.stop()
  process.exit()
}

await main().catch((error: unknown) => {
  console.error(error instanceof Error && !(error instanceof TypeError) ? error.message : error)
  process.exitCode = 1
  process.exit()
})
