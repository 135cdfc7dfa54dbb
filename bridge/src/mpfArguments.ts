import path from 'node:path'
import { addressOf, serverOf } from './options'

export const mpfUsage = `Shows the games of a Mission Pinball Framework machine on Multiball's boards.

  npm run bridge -- mpf --server URL [--key DEVICE_KEY] [--bcp HOST:PORT] [--display [HOST:]PORT] [--queue FILE]

  --server   where Multiball is, such as https://boards.example; or set MULTIBALL_SERVER
  --key      the machine's device key; or set MULTIBALL_DEVICE_KEY, which other users of this computer do not see.
             Without one, the bridge prints a code to type in the dashboard: Venues, More beside the venue, Bridges
  --bcp      where MPF listens, 127.0.0.1:5051 by default; beside MPF's own display
  --display  listen on this port instead, as MPF's only display (MPF looks for one on 5050). MPF stops with its display:
             started with "mpf -b" it needs none, and the bridge connects to it
  --queue    where scores wait while the server is away, ./multiball-queue.json by default; the key of the venue lies
             beside it`

/** What the bridge is told about its machine. */
export const mpfOptions = {
  server: { type: 'string' },
  key: { type: 'string' },
  bcp: { type: 'string' },
  display: { type: 'string' },
  queue: { type: 'string' },
} as const

/**
 * What was typed, checked, with what stands in for the rest; without a key the bridge signs on with a code.
 * @throws UsageError with the usage where the server is missing, otherwise with what is wrong
 */
export function mpfArguments({
  server,
  key = process.env.MULTIBALL_DEVICE_KEY,
  bcp,
  display,
  queue,
}: {
  [Name in keyof typeof mpfOptions]?: string
}) {
  return {
    server: serverOf(server, mpfUsage),
    deviceKey: key || undefined,
    queue: path.resolve(queue ?? 'multiball-queue.json'),
    display: display === undefined ? undefined : addressOf(display),
    bcp: addressOf(bcp ?? '127.0.0.1:5051'),
  }
}
