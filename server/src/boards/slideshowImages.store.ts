import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables'
import type { Picture } from '../media/images'
import { keeping } from '../media/media.store'

type Db = Kysely<Tables>

/** Answers the new id; undefined when the owner has as many as he may. */
export const insertSlideshowImage = (db: Db, ownerId: number, picture: Picture, most: number): Promise<number | undefined> =>
  db.transaction().execute(async (trx) => {
    // One at a time of each owner, so that the count holds.
    await sql`select from users where id = ${ownerId} for no key update`.execute(trx)
    const { rows } = await sql<{ id: number }>`
      with kept as (${keeping(picture)})
      insert into slideshow_images (owner_id, media)
      select ${ownerId}, hash from kept where (select count(*) from slideshow_images where owner_id = ${ownerId}) < ${most}
      returning id
    `.execute(trx)
    return rows[0]?.id
  })

export interface SlideshowImageRow {
  id: number
  owner_id: number
  /** hash of its media row */
  media: Buffer
  width: number
  height: number
}

export const findSlideshowImage = (db: Db, id: number): Promise<SlideshowImageRow | undefined> =>
  db
    .selectFrom('slideshow_images')
    .innerJoin('media', 'media.hash', 'slideshow_images.media')
    .select(['slideshow_images.id', 'owner_id', 'media', 'width', 'height'])
    .where('slideshow_images.id', '=', id)
    .executeTakeFirst()

/** The slideshows that show a picture, of its own owner, with what decides who may see them. */
export const slideshowsShowing = (db: Db, { id, owner_id }: SlideshowImageRow) =>
  db
    .selectFrom('slideshow_items')
    .innerJoin('slideshows', 'slideshows.id', 'slideshow_items.slideshow_id')
    .select(['is_public', 'owner_id', 'viewer_key'])
    .where('slideshow_image_id', '=', id)
    .where('owner_id', '=', owner_id)
    .execute()

const sweepLimit = 1000

/** Removes pictures that no slideshow shows and that were uploaded before `unusedSince`. Answers how many. */
export const removeUnusedImages = (db: Db, unusedSince: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    // A slideshow that is just being saved holds its pictures: once they are ours, a second look sees what it wrote.
    const { rows } = await sql<{ id: number }>`
      select id from slideshow_images i
      where created_at < ${unusedSince} and not exists (select from slideshow_items s where s.slideshow_image_id = i.id)
      order by id limit ${sweepLimit} for update skip locked
    `.execute(trx)
    const ids = rows.map(({ id }) => id)
    const removed = await sql`
      delete from slideshow_images i
      where id = any (${ids}::bigint[]) and not exists (select from slideshow_items s where s.slideshow_image_id = i.id)
      returning id
    `.execute(trx)
    return removed.rows.length
  })
