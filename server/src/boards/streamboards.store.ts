import { StreamboardConfig } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import * as v from 'valibot'
import type { StreamboardsTable, Tables } from '../database/tables'

type Db = Kysely<Tables>

export type StreamboardRow = Selectable<StreamboardsTable>

type Items = { scoreboard: number; order: number }[]

/** A stored configuration; a field that came later is at its default. */
export const readConfig = (config: unknown): StreamboardConfig => v.parse(StreamboardConfig, config)

const loneSurrogates = /\p{Surrogate}/gu

/** A configuration as its column takes it: jsonb knows no half characters. */
export const storedConfig = (config: StreamboardConfig): string =>
  JSON.stringify(config, (_key, value: unknown) => (typeof value === 'string' ? value.replace(loneSurrogates, '\uFFFD') : value))

/** The scoreboards of each streamboard, in their order. */
export async function itemsOfStreamboards(db: Db, streamboardIds: number[]): Promise<Map<number, Items>> {
  const items = new Map(streamboardIds.map((id): [number, Items] => [id, []]))
  const { rows } = await sql<Items[number] & { streamboard: number }>`
    select streamboard_id as streamboard, scoreboard_id as scoreboard, "order"
    from streamboard_items where streamboard_id = any (${streamboardIds}::bigint[]) order by streamboard_id, "order"
  `.execute(db)
  for (const { streamboard, scoreboard, order } of rows) items.get(streamboard)?.push({ scoreboard, order })
  return items
}

/** Puts these scoreboards on a streamboard in place of those before. */
export async function replaceStreamboardItems(db: Db, streamboardId: number, items: Items): Promise<void> {
  await db.deleteFrom('streamboard_items').where('streamboard_id', '=', streamboardId).execute()
  // All that it showed may be gone.
  if (items.length === 0) return
  await db
    .insertInto('streamboard_items')
    .values(items.map(({ scoreboard, order }) => ({ streamboard_id: streamboardId, scoreboard_id: scoreboard, order })))
    .execute()
}

/** Which of these scoreboards a streamboard may use: public ones with exactly one machine, and what it uses already. */
export async function usableScoreboards(db: Db, scoreboardIds: number[], streamboardId: number | undefined): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select s.id from scoreboards s where s.id = any (${scoreboardIds}::bigint[]) and (
      s.is_public and (select count(*) from scoreboard_machines m where m.scoreboard_id = s.id) = 1
      or exists (select from streamboard_items i where i.streamboard_id = ${streamboardId ?? null} and i.scoreboard_id = s.id)
    )
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** What it says of itself, and which scoreboards it uses; who may see it is asked before. Undefined when it is gone. */
export async function readStreamboardSettings(
  db: Db,
  id: number,
): Promise<{ id: number; title: string; config_json: StreamboardConfig; items: Items } | undefined> {
  const board = await db.selectFrom('streamboards').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    board && {
      id: board.id,
      title: board.title,
      config_json: readConfig(board.config),
      items: (await itemsOfStreamboards(db, [id])).get(id) ?? [],
    }
  )
}
