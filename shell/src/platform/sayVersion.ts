import type { PlatformVersion } from '@multiball/shared/schema'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const number = new Intl.NumberFormat()
const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const seconds = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

export const sayMoment = (instant: string): string => moment.format(new Date(instant))

/** Such as `1 Jan 2026, 12:00, by maria`. */
export const published = ({ published_at, published_by }: PlatformVersion): string =>
  `${sayMoment(published_at)}${published_by === null ? '' : `, by ${published_by}`}`

/** Below that, a share says nothing. */
const fewestVisits = 20

/** More than one visit in a hundred failed, or, while there are few, any. */
export const isWorrying = ({ visits, failed }: PlatformVersion): boolean =>
  failed > 0 && (visits < fewestVisits || failed / visits > 0.01)

/** Such as `1,240 visits, 3 failed (0.2%), 75% loaded within 250 ms`, of the last 30 days. */
export function healthOf({ visits, failed, loaded_ms: ms }: PlatformVersion): string {
  if (visits === 0) return 'No visits yet'
  const failures = failed === 0 ? 'none failed' : `${number.format(failed)} failed (${share.format(failed / visits)})`
  const loaded =
    ms === null ? '' : `, 75% loaded within ${ms < 1000 ? `${ms}\u00A0ms` : `${seconds.format(ms / 1000)}\u00A0s`}`
  return `${number.format(visits)} ${visits === 1 ? 'visit' : 'visits'}, ${failures}${loaded}`
}
