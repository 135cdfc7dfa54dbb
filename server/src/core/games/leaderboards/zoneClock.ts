const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes 50 times as long as using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  // Zones have some hundred names, but strangers may write each in thousands of ways.
  const name = zone.toLowerCase()
  let format = formats.get(name)
  if (!format) {
    const field = '2-digit'
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: field,
      day: field,
      hour: field,
      minute: field,
      second: field,
    })
    formats.set(name, format)
  }
  return format
}

/**
 * What the clocks of a zone show at an instant (ms since 1970), as the ms since 1970 at which those of UTC show the same.
 * `zone` is a name of the IANA list; throws RangeError for others.
 */
export function clockAt(zone: string, instant: number): number {
  const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatOf(zone).formatToParts(instant)) fields[type] = Number(value)
  const { year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN } = fields
  const ms = ((instant % 1000) + 1000) % 1000
  return Date.UTC(year, month - 1, day, hour, minute, second, ms)
}

const aheadOfUtc = (zone: string, instant: number) => clockAt(zone, instant) - instant

/**
 * The first instant at which the clocks of a zone show this, `clock` like that of {@link clockAt}. Where they are put
 * forward past it, the instant at which they are.
 */
export function instantOf(zone: string, clock: number): number {
  // No zone changes twice in two days, and none is a day away from UTC: one of these holds before a change, one after it.
  const offsets = [aheadOfUtc(zone, clock - dayMs), aheadOfUtc(zone, clock + dayMs)] as const
  const [first, second] = [clock - Math.max(...offsets), clock - Math.min(...offsets)] as const
  return clockAt(zone, first) === clock ? first : second
}
