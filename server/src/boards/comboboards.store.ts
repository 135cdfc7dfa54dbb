import type { ComboboardInput, ComboboardSettings } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { ComboboardsTable, Tables } from '../database/tables'

type Db = Kysely<Tables>

export type ComboboardRow = Selectable<ComboboardsTable>

type Items = ComboboardInput['items']

/** The boards of each comboboard, in their order. */
export async function itemsOfComboboards(db: Db, comboboardIds: number[]): Promise<Map<number, Items>> {
  const items = new Map(comboboardIds.map((id): [number, Items] => [id, []]))
  const { rows } = await sql<Items[number] & { comboboard: number }>`
    select comboboard_id as comboboard, "order", coalesce(scoreboard_id, leaderboard_id) as item_id,
      case when scoreboard_id is not null then 'scoreboard' else 'leaderboard' end as item_type
    from comboboard_items where comboboard_id = any (${comboboardIds}::bigint[]) order by comboboard_id, "order"
  `.execute(db)
  for (const { comboboard, item_type, item_id, order } of rows) items.get(comboboard)?.push({ item_type, item_id, order })
  return items
}

/** Puts these boards on a comboboard in place of those before. */
export async function replaceComboboardItems(db: Db, comboboardId: number, items: Items): Promise<void> {
  await db.deleteFrom('comboboard_items').where('comboboard_id', '=', comboboardId).execute()
  // All that it showed may be gone.
  if (items.length === 0) return
  await db
    .insertInto('comboboard_items')
    .values(
      items.map(({ item_type, item_id, order }) => ({
        comboboard_id: comboboardId,
        order,
        scoreboard_id: item_type === 'scoreboard' ? item_id : null,
        leaderboard_id: item_type === 'leaderboard' ? item_id : null,
      })),
    )
    .execute()
}

/** What it says of itself, and which boards it shows; who may see it is asked before. Undefined when it is gone. */
export async function readComboboardSettings(db: Db, id: number): Promise<Omit<ComboboardSettings, 'boards'> | undefined> {
  const board = await db.selectFrom('comboboards').selectAll().where('id', '=', id).executeTakeFirst()
  return (
    board && {
      id: board.id,
      title: board.title,
      background_color: board.background_color,
      high_density: board.high_density,
      items: (await itemsOfComboboards(db, [id])).get(id) ?? [],
    }
  )
}
