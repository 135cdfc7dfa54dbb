import path from 'node:path'
import { UsageError } from './options'
import type { Address } from './runBridge'

/** What the bridge is told about its machine. */
export const mpfOptions = {
  server: { type: 'string' },
  key: { type: 'string' },
  bcp: { type: 'string' },
  display: { type: 'string' },
  queue: { type: 'string' },
} as const

/** @throws UsageError */
function addressOf(text: string): Address {
  const [, host = '127.0.0.1', digits = ''] = /^(?:(.+):)?(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port < 1 || port > 65_535)
    throw new UsageError(`"${text}" is not an address: HOST:PORT is expected.`)
  return { host, port }
}

/**
 * What was typed, checked, with what stands in for the rest.
 * @throws UsageError with the usage where the server or the key is missing, otherwise with what is wrong
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
  if (!server || !key) throw new UsageError(usage)
  if (!/^https?:\/\/./.test(server) || !URL.canParse(server))
    throw new UsageError(`"${server}" is not an address: http:// or https:// is expected.`)
  return {
    server,
    deviceKey: key,
    queue: path.resolve(queue ?? 'multiball-queue.json'),
    display: display === undefined ? undefined : addressOf(display),
    bcp: addressOf(bcp ?? '127.0.0.1:5051'),
  }
}
