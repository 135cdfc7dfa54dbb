import type { timeBuckets } from '@multiball/shared/schema'
import { clockAt, instantOf } from './zoneClock'

/*
 * JavaScript computes the bounds, from Intl's time zones, and SQL only compares instants with them. Intl checks the names when
 * they are stored, so both know the same zones; PostgreSQL's list may be another one, above all in an external one. And
 * date_trunc takes the second of two midnights: where clocks go back from 1:00 to 0:00 (Azores, Havana), that day would begin
 * an hour late, in its first hour even later than now. The price: rules of zones are as new as Node.js.
 */

export type TimeBucket = (typeof timeBuckets)[number]

/** Which scores a leaderboard counts, by when they were settled. Instants are ms since 1970. */
export type TimeSettings =
  | { type: 'all_time' }
  /** the start counts, the end does not; null is no such bound */
  | { type: 'time_box'; start: number | null; end: number | null }
  /** the current bucket on the clocks of the zone, a name of the IANA list; null is UTC */
  | { type: 'last_calendar'; bucket: TimeBucket; zone: string | null }
  /** the last so many times 24 hours */
  | { type: 'last_rolling'; days: number }

/** Instants in ms since 1970. */
export interface TimeWindow {
  /** the first that counts */
  from?: number
  /** the first that no longer counts */
  until?: number
  /** when the bounds become others all at once; a rolling window moves all the time, see {@link rollingMs} */
  nextChange?: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long a score counts in a rolling window. */
export const rollingMs = (days: number): number => days * dayMs

/** What counts at this moment (ms since 1970). Throws RangeError for a zone that does not exist. */
export function timeWindow(time: TimeSettings, nowMs: number): TimeWindow {
  switch (time.type) {
    case 'all_time':
      return {}
    case 'time_box':
      // Its bounds are fixed: before the start there are no scores yet, and at the end no more come in.
      return { from: time.start ?? undefined, until: time.end ?? undefined }
    case 'last_calendar':
      return bucketAt(time.bucket, time.zone ?? 'UTC', nowMs)
    case 'last_rolling':
      // A score leaves the moment it is so old. There is no end: what another server settled with a faster clock counts.
      return { from: nowMs - rollingMs(time.days) + 1 }
  }
}

function bucketAt(bucket: TimeBucket, zone: string, nowMs: number): TimeWindow {
  const clock = clockAt(zone, nowMs)
  const [from, until] =
    bucket === 'hour' ? hourAt(clock, nowMs) : datesOf(bucket, clock).map((date) => instantOf(zone, date))
  return { from, until, nextChange: until }
}

/** Always 60 minutes: where the clocks show an hour twice, these are two. */
function hourAt(clock: number, nowMs: number): [from: number, until: number] {
  const from = nowMs - (((clock % hourMs) + hourMs) % hourMs)
  return [from, from + hourMs]
}

/** The first date of the bucket and of the next one, both at 0:00. */
function datesOf(bucket: Exclude<TimeBucket, 'hour'>, clock: number): [first: number, next: number] {
  const now = new Date(clock)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()] as const
  const monday = day - ((now.getUTCDay() + 6) % 7)
  switch (bucket) {
    case 'year':
      return [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
    case 'month':
      return [Date.UTC(year, month), Date.UTC(year, month + 1)]
    case 'week':
      return [Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7)]
    case 'day':
      return [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)]
  }
}
