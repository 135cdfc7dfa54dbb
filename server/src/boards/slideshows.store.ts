import type { SlideshowInput } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { SlideshowsTable, Tables } from '../database/tables'
import type { Referrer } from './references.store'

type Db = Kysely<Tables>

export type SlideshowRow = Selectable<SlideshowsTable>

type Items = SlideshowInput['items']

/** A screen as it is stored; `media`, `width` and `height` are a picture's, and null for a board. */
export type StoredScreen = Items[number] & { media: Buffer | null; width: number | null; height: number | null }

/** The screens of each slideshow, in their order. */
export async function screensOf(db: Db, slideshowIds: number[]): Promise<Map<number, StoredScreen[]>> {
  const screens = new Map(slideshowIds.map((id): [number, StoredScreen[]] => [id, []]))
  const { rows } = await sql<StoredScreen & { slideshow: number }>`
    select i.slideshow_id as slideshow, i."order", i.duration,
      coalesce(i.scoreboard_id, i.leaderboard_id, i.comboboard_id, i.slideshow_image_id) as item_id,
      case
        when i.scoreboard_id is not null then 'scoreboard' when i.leaderboard_id is not null then 'leaderboard'
        when i.comboboard_id is not null then 'comboboard' else 'slideshowimage'
      end as item_type,
      media.hash as media, media.width, media.height
    from slideshow_items i
    left join slideshow_images on slideshow_images.id = i.slideshow_image_id
    left join media on media.hash = slideshow_images.media
    where i.slideshow_id = any (${slideshowIds}::bigint[]) order by i.slideshow_id, i."order"
  `.execute(db)
  for (const { slideshow, ...screen } of rows) screens.get(slideshow)?.push(screen)
  return screens
}

/** Puts these screens into a slideshow in place of those before. */
export async function replaceScreens(db: Db, slideshowId: number, items: Items): Promise<void> {
  await db.deleteFrom('slideshow_items').where('slideshow_id', '=', slideshowId).execute()
  // All that it showed may be gone.
  if (items.length === 0) return
  const idOf = (item: Items[number], type: Items[number]['item_type']) => (item.item_type === type ? item.item_id : null)
  await db
    .insertInto('slideshow_items')
    .values(
      items.map((item) => ({
        slideshow_id: slideshowId,
        order: item.order,
        duration: item.duration,
        scoreboard_id: idOf(item, 'scoreboard'),
        leaderboard_id: idOf(item, 'leaderboard'),
        comboboard_id: idOf(item, 'comboboard'),
        slideshow_image_id: idOf(item, 'slideshowimage'),
      })),
    )
    .execute()
}

/** Which of these pictures a slideshow may show: its owner's, and what it shows already. */
export async function usableImages(db: Db, imageIds: number[], by: Referrer): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.id from slideshow_images p where p.id = any (${imageIds}::bigint[]) and (
      p.owner_id = ${by.ownerId}
      or exists (select from slideshow_items i where i.slideshow_id = ${by.id ?? null} and i.slideshow_image_id = p.id)
    )
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
