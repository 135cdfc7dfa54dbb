import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { holdAccount } from '../accounts/quotas'
import type { Tables } from '../../ground/database/tables'
import type { Picture } from '../../ground/media/images'
import { keeping, mediaAddress } from '../../ground/media/media.store'

type Db = Kysely<Tables>

/** The most pictures of an owner, and what they may weigh together. */
export interface ImageQuotas {
  images: number
  bytes: number
}

/** Answers the new id, or which quota leaves the owner no room for it. */
export const insertSlideshowImage = (
  db: Db,
  ownerId: number,
  picture: Picture,
  most: ImageQuotas,
): Promise<number | keyof ImageQuotas> =>
  db.transaction().execute(async (trx) => {
    // One at a time of each owner, so that what was counted holds.
    await holdAccount(trx, ownerId)
    const owned = await sql<ImageQuotas>`
      select count(*)::int as images, coalesce(sum(octet_length(m.bytes)), 0)::float8 as bytes
      from slideshow_images i join media m on m.hash = i.media where i.owner_id = ${ownerId}
    `.execute(trx)
    const { images, bytes } = owned.rows[0]!
    if (images >= most.images) return 'images'
    if (bytes + picture.bytes.length > most.bytes) return 'bytes'
    const { rows } = await sql<{ id: number }>`
      with kept as (${keeping(picture)}) insert into slideshow_images (owner_id, media) select ${ownerId}, hash from kept returning id
    `.execute(trx)
    return rows[0]!.id
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

/** The boards that show a picture, of its own owner, with what decides who may see them. */
export const boardsShowingPicture = (
  db: Db,
  { id, owner_id }: SlideshowImageRow,
): Promise<{ is_public: boolean; owner_id: number; viewer_key: string }[]> =>
  db
    .selectFrom('board_references as named')
    .innerJoin('boards', (join) =>
      join.onRef('boards.type', '=', 'named.board_type').onRef('boards.id', '=', 'named.board_id'),
    )
    .select(['is_public', 'owner_id', 'viewer_key'])
    .where('slideshow_image_id', '=', id)
    .where('owner_id', '=', owner_id)
    .execute()

interface Screen {
  item_type: string
  item_id: number
}

/** Settings of slideshows with what is needed to show the pictures in them; a picture that is gone takes its screen with it. */
export async function withPictures(db: Db, settings: object[]): Promise<object[]> {
  const shows = settings as { items: Screen[] }[]
  const ids = shows.flatMap(({ items }) =>
    items.filter(({ item_type }) => item_type === 'slideshowimage').map(({ item_id }) => item_id),
  )
  if (ids.length === 0) return settings
  const found = await db
    .selectFrom('slideshow_images')
    .innerJoin('media', 'media.hash', 'slideshow_images.media')
    .select(['slideshow_images.id', 'media', 'width', 'height'])
    .where('slideshow_images.id', 'in', [...new Set(ids)])
    .execute()
  const images = new Map(
    found.map(({ id, media, width, height }) => [id, { id, image: mediaAddress(media), width, height }]),
  )
  const withImage = (screen: Screen) => {
    if (screen.item_type !== 'slideshowimage') return [screen]
    const image = images.get(screen.item_id)
    return image ? [{ ...screen, image }] : []
  }
  return shows.map((show) => ({ ...show, items: show.items.flatMap(withImage) }))
}

const sweepLimit = 1000

/** Removes pictures that no board shows and that were uploaded before `unusedSince`. Answers how many. */
export const removeUnusedImages = (db: Db, unusedSince: Date): Promise<number> =>
  db.transaction().execute(async (trx) => {
    // A board that is just being saved holds its pictures: once they are ours, a second look sees what it wrote.
    const { rows } = await sql<{ id: number }>`
      select id from slideshow_images i
      where created_at < ${unusedSince} and not exists (select from board_references s where s.slideshow_image_id = i.id)
      order by id limit ${sweepLimit} for update skip locked
    `.execute(trx)
    const ids = rows.map(({ id }) => id)
    const removed = await sql`
      delete from slideshow_images i
      where id = any (${ids}::bigint[]) and not exists (select from board_references s where s.slideshow_image_id = i.id)
      returning id
    `.execute(trx)
    return removed.rows.length
  })
