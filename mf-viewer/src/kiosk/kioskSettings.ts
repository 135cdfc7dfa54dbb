import type { TvScreen } from '@multiball/shared/schema'

/** Minutes since midnight, local time; past midnight where `until` is the smaller one. */
interface Hours {
  from: number
  until: number
}

/** When and how far a screen is dimmed. */
export interface Dimming extends Hours {
  /** what is left of the light, in percent */
  level: number
}

/** What the address of a viewer says of the screen that it stands on. */
interface KioskSettings {
  dimming?: Dimming
  /** percent of each side that is left free; undefined leaves the usual 5 */
  safePercent?: number
  isDebugged: boolean
  /** scoreboards show a code that leads players to the claim page */
  hasClaimCodes: boolean
}

const usualLevel = 35
const dimPattern = /^([01]?\d|2[0-3]):([0-5]\d)-([01]?\d|2[0-3]):([0-5]\d)(?:,(\d{1,3}))?$/
const mostSafePercent = 10

/** '22:00-07:00' or, with what is left of the light, '22:00-07:00,20'; undefined for anything else. */
function parseDimming(text: string): Dimming | undefined {
  const [, ...groups] = dimPattern.exec(text.trim()) ?? []
  if (groups.length === 0) return undefined
  const [fromHours, fromMinutes, untilHours, untilMinutes] = groups.map(Number) as [number, number, number, number]
  const [from, until] = [fromHours * 60 + fromMinutes, untilHours * 60 + untilMinutes]
  // Never black: nobody could tell it from a screen that is broken.
  const level = Math.min(100, Math.max(5, Number(groups[4] ?? usualLevel)))
  return from === until ? undefined : { from, until, level }
}

function parseSafePercent(text: string): number | undefined {
  const percent = Number(text)
  return text.trim() !== '' && percent >= 0 && percent <= mostSafePercent ? percent : undefined
}

/**
 * Reads `?dim=22:00-07:00,35&safe=3&debug=1&claim=1`. What is not understood counts as not said.
 * @param search with its leading question mark, or empty
 */
export function readKiosk(search: string): KioskSettings {
  const query = new URLSearchParams(search)
  return {
    dimming: parseDimming(query.get('dim') ?? ''),
    safePercent: parseSafePercent(query.get('safe') ?? ''),
    isDebugged: query.get('debug') === '1',
    hasClaimCodes: query.get('claim') === '1',
  }
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Times of day such as '22:00'. */
export const hoursOf = ({ from, until }: { from: string; until: string }): Hours => ({
  from: minutesOf(from),
  until: minutesOf(until),
})

/** The same for a TV: what its owner set, except for what its own address says. */
export function readTvKiosk(search: string, screen: TvScreen | undefined): KioskSettings {
  const said = readKiosk(search)
  if (!screen) return said
  const query = new URLSearchParams(search)
  const { dim, safe_percent, claim_codes } = screen
  return {
    ...said,
    dimming: query.has('dim') ? said.dimming : dim ? { ...hoursOf(dim), level: dim.level } : undefined,
    safePercent: query.has('safe') ? said.safePercent : (safe_percent ?? undefined),
    hasClaimCodes: query.has('claim') ? said.hasClaimCodes : claim_codes,
  }
}

/** Whether it is that time of the day. */
export function isWithin({ from, until }: Hours, now: Date): boolean {
  const minute = now.getHours() * 60 + now.getMinutes()
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** What is left of the light at this time, in percent. */
export const lightAt = ({ level, ...hours }: Dimming, now: Date): number => (isWithin(hours, now) ? level : 100)
