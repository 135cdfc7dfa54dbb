import type { LeaderboardInput } from '@multiball/shared/schema'
import { browserTimeZone } from './timeZones'

/** The fields that say which scores count by their time. */
export type TimeOptions = Pick<
  LeaderboardInput,
  | 'leaderboard_time_type'
  | 'score_start_time'
  | 'score_end_time'
  | 'last_time_bucket'
  | 'last_time_timezone'
  | 'last_time_count'
>

/** What a new board starts with. */
export const newTimeOptions = (): TimeOptions => ({
  leaderboard_time_type: 'all_time',
  score_start_time: null,
  score_end_time: null,
  last_time_bucket: 'month',
  last_time_timezone: browserTimeZone(),
  last_time_count: 7,
})

/** What is wrong with this end of boxed time (ISO 8601), in a sentence; undefined while nothing is. */
export function endProblem(start: string | null, end: string | null): string | undefined {
  if (start === null || end === null) return undefined
  const spanMs = Date.parse(end) - Date.parse(start)
  if (spanMs === 0) return 'End date can not be same as start date'
  return spanMs < 0 ? 'End date can not be before start date' : undefined
}
