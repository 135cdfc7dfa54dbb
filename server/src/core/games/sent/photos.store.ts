import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { invalid } from '../../../ground/http/refusals'
import type { Picture } from '../../../ground/media/images'
import { holdAccount } from '../../accounts/quotas'
import { holdOwnGame } from '../entered/entered.store'

type Db = Kysely<Tables>

/** of all photos of an owner's machines; they are kept for a month */
const mostBytes = 500_000_000

const noRoom = `There is no room for more photos at this venue, which may have ${mostBytes / 1e6} MB. The score can be sent without one.`

/** Keeps a photo of a score, within the transaction that makes what it is of. Throws 400 where its owner's photos leave no room for it. */
export async function keepPhoto(
  trx: Db,
  ownerId: number,
  of: { sent_score_id: number } | { game_id: number },
  { type, bytes }: Picture,
): Promise<void> {
  // One at a time of each owner, so that what was counted holds.
  await holdAccount(trx, ownerId)
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(bytes)), 0)::float8 as bytes from score_photos where owner_id = ${ownerId}
  `.execute(trx)
  if (rows[0]!.bytes + bytes.length > mostBytes) throw invalid({ photo: [noRoom] })
  await trx
    .insertInto('score_photos')
    .values({ owner_id: ownerId, sent_score_id: null, game_id: null, ...of, type, bytes })
    .execute()
}

interface KeptPhoto {
  type: string
  bytes: Buffer
}

/** The photo of a score that was sent to this owner's machine; undefined where there is none. */
export const findSentPhoto = (db: Db, sentScoreId: number, ownerId: number): Promise<KeptPhoto | undefined> =>
  db
    .selectFrom('score_photos')
    .select(['type', 'bytes'])
    .where('sent_score_id', '=', sentScoreId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

/** The photo of a game; undefined where there is none. */
export const findGamePhoto = (db: Db, gameId: number): Promise<KeptPhoto | undefined> =>
  db.selectFrom('score_photos').select(['type', 'bytes']).where('game_id', '=', gameId).executeTakeFirst()

export const removeGamePhoto = (db: Db, gameId: number) =>
  db.deleteFrom('score_photos').where('game_id', '=', gameId).execute()

/** Gives a game of this owner's a photo, in place of the one that it has. False where there is no such game. Throws as {@link keepPhoto}. */
export const putGamePhoto = (db: Db, gameId: number, ownerId: number, photo: Picture): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    await holdAccount(trx, ownerId)
    if (!(await holdOwnGame(trx, gameId, ownerId))) return false
    await removeGamePhoto(trx, gameId)
    await keepPhoto(trx, ownerId, { game_id: gameId }, photo)
    return true
  })

/** Removes photos that were sent before a moment. */
export const removeOldPhotos = async (db: Db, before: Date): Promise<void> =>
  void (await db.deleteFrom('score_photos').where('created_at', '<', before).execute())
