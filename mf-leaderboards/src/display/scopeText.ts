import type { LeaderboardSettings } from '@multiball/shared/schema'

/** The settings that say which scores count by their time. */
export type TimeScope = Pick<
  LeaderboardSettings,
  'leaderboard_time_type' | 'score_start_time' | 'score_end_time' | 'last_time_bucket' | 'last_time_count'
>

const current = { year: 'This year', month: 'This month', week: 'This week', day: 'Today', hour: 'This hour' } as const

/**
 * The time scope in words: 'All time', 'This week', 'Last 7 days', '1 Nov – 30 Nov 2026'.
 * @param timeZone in which boxed time is told; undefined is the browser's
 */
export function scopeText(scope: TimeScope, timeZone?: string): string {
  switch (scope.leaderboard_time_type) {
    case 'all_time':
      return 'All time'
    case 'last_calendar':
      return current[scope.last_time_bucket]
    case 'last_rolling':
      return scope.last_time_count === 1 ? 'Last 24 hours' : `Last ${scope.last_time_count} days`
    case 'time_box':
      return boxText(momentOf(scope.score_start_time), momentOf(scope.score_end_time), timeZone)
  }
}

/** The day on which clocks are put back. */
const longestDayMs = 25 * 3_600_000

/** Whether a day counts at most, so that all of its scores are new. */
export function isOfOneDay(scope: TimeScope): boolean {
  switch (scope.leaderboard_time_type) {
    case 'all_time':
      return false
    case 'last_calendar':
      return scope.last_time_bucket === 'day' || scope.last_time_bucket === 'hour'
    case 'last_rolling':
      return scope.last_time_count === 1
    case 'time_box':
      return Date.parse(scope.score_end_time ?? '') - Date.parse(scope.score_start_time ?? '') <= longestDayMs
  }
}

const momentOf = (instant: string | null) => {
  const moment = new Date(instant ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

function boxText(start: Date | undefined, end: Date | undefined, timeZone: string | undefined): string {
  const words = wordsIn(timeZone)
  // The end itself no longer counts: a box that ends at midnight ends with the day before.
  const last = end && new Date(end.getTime() - 1)
  if (!start) return last ? `Until ${words.day(last)}` : 'All time'
  if (!last) return `From ${words.day(start)}`
  if (words.day(start) !== words.day(last)) {
    return words.year(start) === words.year(last)
      ? `${words.shortDay(start)} – ${words.day(last)}`
      : `${words.day(start)} – ${words.day(last)}`
  }
  const isWholeDay = words.time(start) === '00:00' && words.time(last) === '23:59'
  return isWholeDay ? words.day(start) : `${words.day(start)}, ${words.time(start)} – ${words.time(end)}`
}

function wordsIn(timeZone: string | undefined) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const formatter = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
    return (moment: Date) => formatter.format(moment)
  }
  return {
    day: format({ day: 'numeric', month: 'short', year: 'numeric' }),
    shortDay: format({ day: 'numeric', month: 'short' }),
    year: format({ year: 'numeric' }),
    time: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
}
