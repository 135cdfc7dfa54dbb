import type { LeaderboardSettings, RankingQuestion, ScoreboardSettings } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { builtInKinds } from '../core/boards/kinds'
import type { Tables } from '../ground/database/tables'
import { readScope } from '../core/games/leaderboards/scope'
import type { LeaderboardScope } from '../core/games/leaderboards/scope'
import type { BoardSource } from '../edges/live/sources/boardSource'
import { leaderboardSource } from '../edges/live/sources/leaderboard'
import { scoreboardSource } from '../edges/live/sources/scoreboard'

const shown = async (source: BoardSource, id: number) =>
  (await (await source.read(id))?.state({ revision: 0, get: async () => undefined }))?.everyone.settings

/** What a scoreboard says of itself besides its scores; undefined when there is none. */
export const scoreboardSettings = async (db: Kysely<Tables>, id: number) =>
  (await shown(scoreboardSource(db, { shown: async () => ({ game: null }) }), id)) as ScoreboardSettings | undefined

/** The same of a leaderboard. */
export const leaderboardSettings = async (db: Kysely<Tables>, id: number) =>
  (await shown(leaderboardSource(db), id)) as LeaderboardSettings | undefined

/** What a leaderboard counts; undefined when there is none. */
export async function leaderboardScope(db: Kysely<Tables>, id: number): Promise<LeaderboardScope | undefined> {
  const board = await db
    .selectFrom('boards')
    .select(['owner_id', 'settings'])
    .where('type', '=', 'leaderboard')
    .where('id', '=', id)
    .executeTakeFirst()
  return board && readScope(db, board.owner_id, builtInKinds.leaderboard.fill(board.settings, 1) as RankingQuestion)
}
