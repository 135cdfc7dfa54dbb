import { scoreToWire } from '@multiball/shared/schema'
import type { LeaderboardScore } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { listBest } from './best.store'
import type { BestRow } from './best.store'
import type { LeaderboardScope } from './scope'
import { rollingMs, timeWindow } from './timeWindow'
import type { TimeSettings } from './timeWindow'

interface CountedScores {
  scores: LeaderboardScore[]
  /**
   * ms since 1970: when the answer may change although no game settles; undefined: never. May be years away, further than a
   * timer reaches.
   */
  validUntil: number | undefined
}

/** The scores of a leaderboard at this moment (ms since 1970), best first, the earlier one first among equals. */
export async function countScores(db: Kysely<Tables>, scope: LeaderboardScope, nowMs: number): Promise<CountedScores> {
  const window = timeWindow(scope.time, nowMs)
  const rows = await listBest(db, scope, window, nowMs)
  return {
    scores: rows.map((row, at) => toWire(row, at, scope.hasSeveralTitles)),
    validUntil: window.nextChange ?? firstLeaving(scope.time, rows),
  }
}

/**
 * When the first of the shown scores is too old for a rolling window. Those that are not shown leave unseen: nothing moves up
 * for them, not even where each player has one score, since the player's best stays.
 */
const firstLeaving = (time: TimeSettings, rows: readonly BestRow[]): number | undefined =>
  time.type === 'last_rolling' && rows.length > 0
    ? Math.min(...rows.map(({ settledAt }) => settledAt.getTime())) + rollingMs(time.days)
    : undefined

const toWire = (
  { score, player, settledAt, machine }: BestRow,
  at: number,
  hasSeveralTitles: boolean,
): LeaderboardScore => ({
  position: at + 1,
  score: scoreToWire(score),
  player,
  settled_on: settledAt.toISOString(),
  ...(hasSeveralTitles && { machine }),
})
