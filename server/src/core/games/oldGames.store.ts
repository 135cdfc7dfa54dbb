import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../ground/database'

/*
 * What an operator does not want to keep (KEEP_GAMES_DAYS, KEEP_TIMELINES_DAYS), removed while games go on.
 */

type Db = Kysely<Tables>

/** Removes what is kept of the ways of games that were settled before, the oldest first, in small batches. */
export const removeOldTimelines = async (db: Db, settledBefore: Date, ending?: AbortSignal): Promise<void> => {
  for (const table of ['game_timelines', 'game_logs'] as const) {
    await inBatches(
      db,
      sql`select t.game_id as id, coalesce(g.settled_at, g.updated_at) as at, true as may_go from ${sql.table(table)} t join games g on g.id = t.game_id`,
      settledBefore,
      ending,
      (ids) => db.deleteFrom(table).where('game_id', 'in', ids).execute(),
    )
  }
}

/** Removes games that were settled before, with their scores, claims, timelines and moments; the newest of each machine stays. */
export const removeOldGames = (db: Db, settledBefore: Date, ending?: AbortSignal): Promise<void> =>
  inBatches(
    db,
    sql`select g.id, coalesce(g.settled_at, g.updated_at) as at,
      g.settled_at is not null and (g.entered is not null or exists (select from games n where n.venue_machine_id = g.venue_machine_id and n.id > g.id and n.entered is null)) as may_go from games g`,
    settledBefore,
    ending,
    async (ids) => {
      await db.deleteFrom('moments').where('game_id', 'in', ids).execute()
      await db.deleteFrom('games').where('id', 'in', ids).execute()
    },
  )

const batchSize = 500

/**
 * Goes through rows in the order of their games, which is about that of time, and ends at a batch that holds nothing old, or
 * when it is told to.
 * @param rows with `id`, `at` and whether one `may_go`
 */
async function inBatches(
  db: Db,
  rows: RawBuilder<unknown>,
  before: Date,
  ending: AbortSignal | undefined,
  remove: (ids: number[]) => Promise<unknown>,
): Promise<void> {
  for (let after = 0; !ending?.aborted;) {
    const { rows: batch } = await sql<{ id: number; is_old: boolean; may_go: boolean }>`
      select id, at < ${before} as is_old, may_go from (${rows}) kept where id > ${after} order by id limit ${batchSize}
    `.execute(db)
    const going = batch.filter(({ is_old, may_go }) => is_old && may_go).map(({ id }) => id)
    if (going.length > 0) await remove(going)
    if (batch.length < batchSize || !batch.some(({ is_old }) => is_old)) return
    after = batch.at(-1)!.id
  }
}
