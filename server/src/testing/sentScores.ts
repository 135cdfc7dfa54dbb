import type { Kysely } from 'kysely'
import type { Tables } from '../ground/database/tables'

/** A score that waits at a machine of this owner's, as sent by a guest or a user; answers its id. `photo`: bytes of any picture. */
export async function makeSentScore(
  db: Kysely<Tables>,
  ownerId: number,
  venueMachineId: number,
  { user, note, photo }: { user?: number; note?: string; photo?: Buffer } = {},
): Promise<number> {
  const { id } = await db
    .insertInto('sent_scores')
    .values({
      uuid: crypto.randomUUID(),
      venue_machine_id: venueMachineId,
      owner_id: ownerId,
      user_id: user ?? null,
      guest_id: null,
      guest: user === undefined ? 'ACE' : null,
      score: 1_000,
      note: note ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (photo)
    await db
      .insertInto('score_photos')
      .values({ owner_id: ownerId, sent_score_id: id, game_id: null, type: 'image/jpeg', bytes: photo })
      .execute()
  return id
}
