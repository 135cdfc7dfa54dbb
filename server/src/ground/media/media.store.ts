import { sql, type Kysely, type RawBuilder } from 'kysely'
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
export const findMedia = (db: Db, hash: Buffer) =>
  db.selectFrom('media').select(['type', 'bytes']).where('hash', '=', hash).executeTakeFirst()

/** Whether there is such a picture. */
export const hasMedia = async (db: Db, hash: Buffer): Promise<boolean> =>
  (await db.selectFrom('media').select('width').where('hash', '=', hash).executeTakeFirst()) !== undefined

/** Removes the bytes that neither a profile nor a slideshow image refers to and nobody uploaded since. Answers how many. */
export async function removeUnusedMedia(db: Db, unusedSince: Date): Promise<number> {
  // An upload of the same bytes touches the row (see keeping), and a touched row is not removed.
  const { rows } = await sql`
    delete from media m
    where created_at < ${unusedSince}
      and not exists (select from users u where u.picture = m.hash) and not exists (select from slideshow_images i where i.media = m.hash)
    returning 1
  `.execute(db)
  return rows.length
}

/** Where a picture is served, on the API's host: its content never changes. `hash` is its media row's; as text in hex. */
export const mediaAddress = (hash: Buffer | string): string =>
  `/media/${typeof hash === 'string' ? hash : hash.toString('hex')}`

/** The same of a picture that may not exist. */
export const pictureAddress = (hash: Buffer | string | null): string | null => hash && mediaAddress(hash)
