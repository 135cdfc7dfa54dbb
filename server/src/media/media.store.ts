import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../database/tables'
import type { Picture } from './images'

type Db = Kysely<Tables>

/**
 * Statement that keeps a picture, once per content, and answers its hash. To stand in a `with` beside what refers to it:
 * touching the row holds it against a sweep that goes on at the same time.
 */
export const keeping = ({ hash, type, width, height, bytes }: Picture): RawBuilder<{ hash: Buffer }> => sql`
  insert into media (hash, type, width, height, bytes) values (${hash}, ${type}, ${width}, ${height}, ${bytes})
  on conflict (hash) do update set created_at = now() returning hash`

/** What is served of a picture; undefined when there is none. */
export const findMedia = (db: Db, hash: Buffer) => db.selectFrom('media').select(['type', 'bytes']).where('hash', '=', hash).executeTakeFirst()

/** Whether there is such a picture. */
export const hasMedia = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.selectFrom('media').select('width').where('hash', '=', hash).executeTakeFirst()) !== undefined

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

/**
 * Removes pictures that no slideshow shows and that were uploaded before `unusedSince`, and then the media that nothing
 * refers to and nobody uploaded since. Answers how many of each.
 */
export async function removeUnused(db: Db, unusedSince: Date): Promise<{ images: number; media: number }> {
  const images = await db.transaction().execute(async (trx) => {
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
  // An upload of the same bytes touches the row (see keeping), and a touched row is not removed.
  const media = await sql`
    delete from media m
    where created_at < ${unusedSince}
      and not exists (select from users u where u.picture = m.hash) and not exists (select from slideshow_images i where i.media = m.hash)
    returning 1
  `.execute(db)
  return { images, media: media.rows.length }
}
