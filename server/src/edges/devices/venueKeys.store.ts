import { asItLooks } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'

type Db = Kysely<Tables>

/** Replaces the key of an owner's venue. Answers the hash of the previous one, null if there was none; undefined when the venue is not this owner's. */
export const putVenueKey = (
  db: Db,
  venueId: number,
  ownerId: number,
  hash: Buffer,
): Promise<Buffer | null | undefined> =>
  db.transaction().execute(async (trx) => {
    // Locked until the key is there, so that a venue retired in the meantime loses it.
    const venue = await trx
      .selectFrom('venues')
      .select('id')
      .where('id', '=', venueId)
      .where('owner_id', '=', ownerId)
      .where('retired_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!venue) return undefined
    const before = await trx
      .deleteFrom('venue_keys')
      .where('venue_id', '=', venueId)
      .returning('hash')
      .executeTakeFirst()
    await trx.insertInto('venue_keys').values({ hash, venue_id: venueId }).execute()
    return before?.hash ?? null
  })

/** Answers the hash of the deleted key, null if there was none; undefined when the venue is not this owner's. */
export async function deleteVenueKey(db: Db, venueId: number, ownerId: number): Promise<Buffer | null | undefined> {
  const { rows } = await sql<{ hash: Buffer | null }>`
    with venue as (select id from venues where id = ${venueId} and owner_id = ${ownerId} and retired_at is null),
      gone as (delete from venue_keys k using venue where k.venue_id = venue.id returning k.hash)
    select gone.hash from venue left join gone on true
  `.execute(db)
  return rows[0]?.hash
}

/** The machines of a venue that are meant by a number, which is their id, or by a title, with or without its edition. */
export async function machinesNamed(db: Db, venueId: number, said: string): Promise<number[]> {
  const text = asItLooks(said).toLowerCase()
  const number = /^\d{1,15}$/.test(text) ? Number(text) : 0
  const { rows } = await sql<{ id: number; likeness: number }>`
    select vm.id, case when vm.id = ${number} then 1 when lower(m.name) = ${text} then 2 else 3 end as likeness
    from venue_machines vm join machines m on m.id = vm.machine_id
    where vm.venue_id = ${venueId} and vm.retired_at is null
      and (vm.id = ${number} or lower(m.name) = ${text} or lower(regexp_replace(m.name, '\\s*\\(.*$', '')) = ${text})
    order by likeness, vm.id limit 20
  `.execute(db)
  return rows.filter(({ likeness }) => likeness === rows[0]?.likeness).map(({ id }) => id)
}
