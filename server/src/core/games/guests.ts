import { GuestInitials, GuestToken } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database'
import { hashOf } from '../../ground/http/auth'
import { requireAccount } from '../accounts/quotas'

type Db = Kysely<Tables>

/** The hash of a guest's token in an Authorization header; undefined where it has none. */
export function guestIn(authorization: string | undefined): Buffer | undefined {
  const [, token] = /^Guest +(\S{1,100})$/i.exec(authorization ?? '') ?? []
  return v.is(GuestToken, token) ? hashOf(token) : undefined
}

// Read from afar by strangers, and by children. Figures count as the letters that they look like.
const refused = new Set(
  'ASS CNT COK CUM DIK FAG FCK FKU FUC FUK FUQ FUX JAP JEW KKK KYS NGA NGR NIG PIS SEX SHT SLT SUK TIT TWT VAG WTF'.split(
    ' ',
  ),
)
const lookalikes: Record<string, string> = { 0: 'O', 1: 'I', 3: 'E', 4: 'A', 5: 'S', 7: 'T', 8: 'B' }

/** Whether three letters do not go up on a wall. */
export const isRefused = (initials: string): boolean =>
  refused.has(initials.replace(/\d/g, (figure) => lookalikes[figure] ?? figure))

/** A guest's name as it is kept: letters as an arcade asks for them, and the whole name where there is more. */
export function guestNameParts(name: string): { initials: string; name: string | null } {
  const letters = v.safeParse(GuestInitials, name)
  if (letters.success) return { initials: letters.output, name: null }
  const words = name.split(/[\s.-]+/).filter(Boolean)
  const firsts = words.length > 1 ? words.map((word) => [...word][0]!) : [...name]
  const initials = [...firsts.slice(0, 3).join('').toUpperCase()].slice(0, 3).join('')
  // It is a name's own letters that say what they should not.
  return { initials: isRefused(initials) ? firsts[0]! : initials, name }
}

/** Whether a guest's name goes up on a wall: letters do not where they are refused. */
export function isFitName(name: string): boolean {
  const parts = guestNameParts(name)
  return parts.name !== null || !isRefused(parts.initials)
}

/** Whether the owner of a machine lets only people with an account put their names on it: one of the owner's scoreboards that show it says so. */
export async function asksForAccounts(db: Db, venueMachineId: number): Promise<boolean> {
  const { rows } = await sql`
    select from board_references shown
    join boards board on board.type = shown.board_type and board.id = shown.board_id
    join venue_machines machine on machine.id = shown.venue_machine_id
    join venues venue on venue.id = machine.venue_id and venue.owner_id = board.owner_id
    where shown.venue_machine_id = ${venueMachineId} and shown.board_type = 'scoreboard' and board.settings ->> 'claims' = 'accounts'
    limit 1
  `.execute(db)
  return rows.length > 0
}

/** The id of the guest with this token; undefined while the browser has claimed nothing. */
export async function findGuest(db: Db, hash: Buffer): Promise<number | undefined> {
  return (await db.selectFrom('guests').select('id').where('hash', '=', hash).executeTakeFirst())?.id
}

/** The same for one that claims something now: it is remembered from here on. */
export async function rememberGuest(db: Db, hash: Buffer, now: Date): Promise<number> {
  const { id } = await db
    .insertInto('guests')
    .values({ hash, created_at: now, used_at: now })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ used_at: now }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How many of a guest's games became an account's, and the machines that they were played on. */
interface TakenAlong {
  games: number
  venueMachineIds: number[]
}

/**
 * Makes a guest's games a user's, in one transaction, and forgets the guest: it works once. A game in which the user has another
 * slot keeps the guest's letters, for nobody has two. Undefined when there is no such guest. Throws 401 for an account that is gone.
 */
export const takeAlong = (db: Db, hash: Buffer, userId: number): Promise<TakenAlong | undefined> =>
  db.transaction().execute(async (trx) => {
    await requireAccount(trx, userId)
    // As claims do, and in their order, the game before the guest: none settles between the claim and its score.
    await sql`
      select from games where settled_at is null
        and id in (select claim.game_id from game_claims claim join guests on guests.id = claim.guest_id where guests.hash = ${hash})
      order by id for update
    `.execute(trx)
    const guest = await trx.selectFrom('guests').select('id').where('hash', '=', hash).forUpdate().executeTakeFirst()
    if (!guest) return undefined
    const { rows: taken } = await sql<{ game_id: number; position: number }>`
      update game_claims claim set user_id = ${userId}, guest_id = null, initials = null, name = null
      where guest_id = ${guest.id} and not exists (select from game_claims own where own.game_id = claim.game_id and own.user_id = ${userId})
      returning game_id, position
    `.execute(trx)
    await sql`
      update settled_scores score set user_id = ${userId}
      from json_to_recordset(${JSON.stringify(taken)}::json) as taken (game_id bigint, position smallint)
      where score.game_id = taken.game_id and score.position = taken.position
    `.execute(trx)
    // What still waits becomes the account's, name and all.
    await sql`
      update sent_scores set user_id = ${userId}, guest_id = null, guest = case when accepted is null then null else guest end where guest_id = ${guest.id}
    `.execute(trx)
    await trx.deleteFrom('guests').where('id', '=', guest.id).execute()
    const machines = await trx
      .selectFrom('games')
      .select('venue_machine_id')
      .distinct()
      .where('id', 'in', [0, ...taken.map(({ game_id }) => game_id)])
      .execute()
    return { games: taken.length, venueMachineIds: machines.map(({ venue_machine_id }) => venue_machine_id) }
  })

/** Forgets guests that were not here since then, and those who have had no claim, and sent no score, for a day. Their letters stay on their scores. */
export async function removeOldGuests(db: Db, unusedSince: Date, emptySince: Date): Promise<void> {
  await sql`
    delete from guests where used_at < ${unusedSince}
      or (used_at < ${emptySince} and not exists (select from game_claims where guest_id = guests.id)
        and not exists (select from sent_scores where guest_id = guests.id))
  `.execute(db)
}
