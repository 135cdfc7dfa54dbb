import { scoreToWire } from '@multiball/shared/schema'
import type { GameTimeline } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { mostPoints, sinceStart, thinned, withRoom } from './point'
import type { Point } from './point'
import { findKeptWay, notedPoints } from './timelines.store'
import type { FollowedGame } from './timelines.store'

/** A log with fewer points does not show how the game went. */
const fewestOfLog = 2

/** How the game went, as far as anybody has told: by its device's log, else by what was noted of its entries. */
export async function readTimeline(
  db: Kysely<Tables>,
  game: FollowedGame,
): Promise<Pick<GameTimeline, 'source' | 'points'>> {
  const kept = await findKeptWay(db, game.id)
  const log = (kept.log ?? []).map(({ time, ...point }): Point => ({ at: time, ...point }))
  if (log.length >= fewestOfLog) return { source: 'log', points: wire(withRoom(thinned(sinceStart(log), mostPoints))) }
  const entries = [...(kept.packed ?? []), ...(await notedPoints(db, game.id))]
  if (entries.length === 0) return { source: 'none', points: [] }
  return {
    source: 'entries',
    points: wire(
      thinned(
        withEnd(
          entries.sort((one, other) => one.at - other.at),
          game,
        ),
        mostPoints,
      ),
    ),
  }
}

/** A game may end and another one begin between two looks: what it ended with is stored. */
function withEnd(points: readonly Point[], { settled_at, started_at, scores }: FollowedGame): Point[] {
  const last = points.at(-1)
  if (!last || !settled_at || last.scores.join() === scores.join()) return [...points]
  return [...points, { ...last, at: Math.max(last.at, settled_at.getTime() - started_at.getTime()), scores, modes: [] }]
}

const wire = (points: readonly Point[]): GameTimeline['points'] =>
  points.map(({ at, scores, player, ball, modes }) => ({
    at,
    scores: scores.map((score) => (score === null ? null : scoreToWire(BigInt(score)))),
    player,
    ball,
    modes,
  }))
