import path from 'node:path'
import { addressOf, serverOf } from './options'

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
export function mpfArguments(
  {
    server,
    key = process.env.MULTIBALL_DEVICE_KEY,
    bcp,
    display,
    queue,
  }: { [Name in keyof typeof mpfOptions]?: string },
  usage: string,
) {
  return {
    server: serverOf(server, usage),
    deviceKey: key || undefined,
    queue: path.resolve(queue ?? 'multiball-queue.json'),
    display: display === undefined ? undefined : addressOf(display),
    bcp: addressOf(bcp ?? '127.0.0.1:5051'),
  }
}
