import type { PlatformChanged, ReviewLink } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { signingKey } from '../../ground/database/signingKey'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** The key that this database's servers sign links for reviewers with. */
export const reviewKey = (db: Db): Promise<Buffer> => signingKey(db, 'reviews')

const columns = ['id', 'remote as name', 'version', 'made_by', 'made_at', 'expires_at'] as const

type Row = Omit<ReviewLink, 'made_at' | 'expires_at'> & { made_at: Date; expires_at: Date }
const shown = ({ made_at, expires_at, ...row }: Row): ReviewLink => ({
  ...row,
  made_at: made_at.toISOString(),
  expires_at: expires_at.toISOString(),
})

/** What is noted of who makes or withdraws a link. */
interface Noted {
  by: string
  /** of the registry */
  rev: number
  now: Date
}

/** Undefined where so many still open. */
export const insertReviewLink = (
  db: Db,
  {
    name,
    version,
    by,
    rev,
    now,
    expiresAt,
    most,
  }: Noted & { name: string; version: string; expiresAt: Date; most: number },
): Promise<ReviewLink | undefined> =>
  db.transaction().execute(async (trx) => {
    if ((await listReviewLinks(trx, now)).length >= most) return undefined
    const row = await trx
      .insertInto('review_links')
      .values({ remote: name, version, made_rev: rev, made_by: by, made_at: now, expires_at: expiresAt })
      .returning(columns)
      .executeTakeFirstOrThrow()
    return shown(row)
  })

/** Those that still open, newest first. */
export async function listReviewLinks(db: Db, now: Date): Promise<ReviewLink[]> {
  const rows = await db
    .selectFrom('review_links')
    .select(columns)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(shown)
}

/** False where no such link opens. */
export async function withdrawReviewLink(db: Db, id: number, { by, rev, now }: Noted): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('review_links')
    .set({ withdrawn_rev: rev, withdrawn_by: by, withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whether a link that was signed is there, and was not withdrawn. */
export const opensReview = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('review_links')
    .select('id')
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Links that are told of in the history, beside what changed. */
const mostTold = 500

/** Who made and withdrew links, newest first. */
export async function reviewChanges(db: Db): Promise<PlatformChanged[]> {
  const rows = await db.selectFrom('review_links').selectAll().orderBy('id', 'desc').limit(mostTold).execute()
  const told = rows.flatMap(
    ({ remote, version, made_rev, made_by, made_at, expires_at, withdrawn_rev, withdrawn_by, withdrawn_at }) => {
      const of = (rev: number, by: string | null, at: Date, change: string): PlatformChanged => ({
        rev,
        changed_at: at.toISOString(),
        changed_by: by,
        name: remote as ReviewLink['name'],
        changes: [change],
      })
      return [
        ...(withdrawn_at
          ? [of(withdrawn_rev ?? made_rev, withdrawn_by, withdrawn_at, `link for a reviewer of ${version} withdrawn`)]
          : []),
        of(
          made_rev,
          made_by,
          made_at,
          `link for a reviewer of ${version}, until ${expires_at.toISOString().slice(0, 10)}`,
        ),
      ]
    },
  )
  return told.sort((one, other) => (one.changed_at < other.changed_at ? 1 : -1))
}

/** Forgets links that ended before this time. */
export async function removeOldReviewLinks(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('review_links').where('expires_at', '<', before).execute()
}
