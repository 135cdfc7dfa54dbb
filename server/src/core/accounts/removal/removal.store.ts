import type { BoardType } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { overlapping } from '../../../ground/database/overlapping'
import type { Tables } from '../../../ground/database/tables'
import { endApiTokens } from '../apiTokens/apiTokens.store'
import { addressesOf } from '../links.store'
import { endLogins } from '../logins.store'
import { isOperator } from '../operators.store'
import { leaving } from '../passwords'

type Db = Kysely<Tables>

interface NamedBoard {
  type: BoardType
  id: number
}

/** What belongs to an account and others may name. */
interface Belongings {
  userId: number
  boards: NamedBoard[]
  venueMachines: number[]
  /** machine titles of their own */
  titles: number[]
  images: number[]
}

/** What other areas have to do within the transaction. */
export interface RemovalWork {
  /** nothing that sends for these machines is let in any more; answers the hashes of its tokens and keys */
  cutOff(trx: Db, venueMachineIds: readonly number[]): Promise<Buffer[]>
  /** takes all of it out of what other people's boards name; answers these boards */
  leaveOut(trx: Db, belongings: Belongings): Promise<NamedBoard[]>
}

/** What was removed, for those who remember it. */
export interface Removed extends Belongings {
  /** other people's boards that named something of it, or showed the player frozen */
  affected: NamedBoard[]
  /** of tokens and keys that worked */
  hashes: Buffer[]
  /** other people's machines on whose newest game they had claimed a slot */
  playedOn: number[]
}

const gamesAtOnce = 500

/**
 * Ends an account, once and for all: its logins, its right of an operator, and everything that sends for its machines. What they send is
 * written together with what all others send, which would wait until the removal is over. Answers the hashes of their tokens and keys,
 * to be forgotten. Undefined when its password has changed, or it is gone; `last operator` while nobody else has that right and
 * others have accounts.
 * @param passwordHash the one that was checked
 */
export const beginRemoval = (
  db: Db,
  userId: number,
  passwordHash: string,
  { cutOff }: Pick<RemovalWork, 'cutOff'>,
): Promise<Buffer[] | 'last operator' | undefined> =>
  db.transaction().execute(async (trx) => {
    if (await isLastOperator(trx, userId)) return 'last operator'
    const ending = trx.updateTable('users').set({ password_hash: leaving, is_operator: false })
    const ended = await ending
      .where('id', '=', userId)
      .where('password_hash', '=', passwordHash)
      .returning('id')
      .executeTakeFirst()
    if (!ended) return undefined
    return [
      ...(await endLogins(trx, userId, undefined)),
      ...(await endApiTokens(trx, userId)),
      ...(await cutOff(trx, await machinesOf(trx, userId))),
    ]
  })

/** Accounts whose removal has begun. */
export const leavingAccounts = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('users').select('id').where('password_hash', '=', leaving).orderBy('id').execute()).map(
    ({ id }) => id,
  )

/**
 * Removes an account that has ended, with all that belongs to it: the games of its machines first, some at a time, so that nothing else
 * waits for them; then the rest, whole or not at all. Where it breaks off, it is called again. Scores that it claimed on other people's
 * machines stay, without a name. Undefined when the account is gone, or has not ended, and when `ending` came before the rest.
 */
export async function removeAccount(
  db: Db,
  userId: number,
  work: RemovalWork,
  ending?: AbortSignal,
): Promise<Removed | undefined> {
  if (
    !(await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('password_hash', '=', leaving)
      .executeTakeFirst())
  )
    return undefined
  await removeGames(db, await machinesOf(db, userId), ending)
  if (ending?.aborted) return undefined
  // Somebody may be saving a board that names some of it.
  return overlapping(() => removeRest(db, userId, work))
}

const machinesOf = async (db: Db, userId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('venue_machines')
      .innerJoin('venues', 'venues.id', 'venue_machines.venue_id')
      .select('venue_machines.id')
      .where('venues.owner_id', '=', userId)
      .orderBy('venue_machines.id')
      .execute()
  ).map(({ id }) => id)

const removeRest = (db: Db, userId: number, { cutOff, leaveOut }: RemovalWork): Promise<Removed | undefined> =>
  db.transaction().execute(async (trx) => {
    // Held, all that others could name meanwhile: whoever comes second finds it gone.
    const user = await trx
      .selectFrom('users')
      .select('picture')
      .where('id', '=', userId)
      .where('password_hash', '=', leaving)
      .forUpdate()
      .executeTakeFirst()
    if (!user) return undefined
    const boards = await trx
      .selectFrom('boards')
      .select(['type', 'id'])
      .where('owner_id', '=', userId)
      .orderBy('type')
      .orderBy('id')
      .forUpdate()
      .execute()
    const { rows: machines } = await sql<{ id: number }>`
      select vm.id from venue_machines vm join venues v on v.id = vm.venue_id where v.owner_id = ${userId} order by vm.id for update
    `.execute(trx)
    const titles = await trx
      .selectFrom('machines')
      .select('id')
      .where('owner_id', '=', userId)
      .orderBy('id')
      .forUpdate()
      .execute()
    const images = await trx
      .selectFrom('slideshow_images')
      .select(['id', 'media'])
      .where('owner_id', '=', userId)
      .orderBy('id')
      .forUpdate()
      .execute()
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
    const belongings = { userId, boards, venueMachines: idsOf(machines), titles: idsOf(titles), images: idsOf(images) }

    const hashes = await cutOff(trx, belongings.venueMachines)
    const venueKeys = await trx
      .deleteFrom('venue_keys')
      .where('venue_id', 'in', trx.selectFrom('venues').select('id').where('owner_id', '=', userId))
      .returning('hash')
      .execute()
    const affected = [...(await leaveOut(trx, belongings)), ...(await thaw(trx, userId))]
    const playedOn = await machinesPlayedOn(trx, userId)
    const tokens = await trx.deleteFrom('tokens').where('user_id', '=', userId).returning('hash').execute()
    await removeMails(trx, userId)
    // Their own words beside a score that they sent; the score stays.
    await sql`
      update games set note = null where entered = 'guest' and id in (select game_id from game_claims where user_id = ${userId})
    `.execute(trx)
    await removeGames(trx, belongings.venueMachines)
    // In this order: what names goes before what it names. All else goes with its owner's row.
    await trx.deleteFrom('boards').where('owner_id', '=', userId).execute()
    await trx.deleteFrom('venues').where('owner_id', '=', userId).execute()
    await trx.deleteFrom('users').where('id', '=', userId).execute()
    await removePictures(trx, [...(user.picture ? [user.picture] : []), ...images.map(({ media }) => media)])
    return {
      ...belongings,
      affected,
      hashes: [...hashes, ...[...tokens, ...venueKeys].map(({ hash }) => hash)],
      playedOn: playedOn.filter((id) => !belongings.venueMachines.includes(id)),
    }
  })

/** Held from here on as endOperator holds them: of two who go at once, one stays. Whoever is alone on a server may go. */
async function isLastOperator(trx: Db, userId: number): Promise<boolean> {
  if (!(await isOperator(trx, userId))) return false
  const { rows } = await sql<{ id: number }>`select id from users where is_operator order by id for update`.execute(trx)
  if (rows.length !== 1 || rows[0]!.id !== userId) return false
  return (
    (await trx.selectFrom('users').select('id').where('id', '<>', userId).limit(1).executeTakeFirst()) !== undefined
  )
}

/** Other people's shows in which a game of the player is frozen go on. */
async function thaw(trx: Db, userId: number): Promise<NamedBoard[]> {
  const { rows } = await sql<{ id: number }>`
    update stream_controls c set frozen = null, revision = c.revision + 1
    from boards b
    where b.type = c.board_type and b.id = c.board_id and b.owner_id <> ${userId} and c.frozen is not null
      and jsonb_path_exists(c.frozen::jsonb, '$.**.player.id ? (@ == $player)', jsonb_build_object('player', ${userId}::bigint))
    returning b.id
  `.execute(trx)
  return rows.map(({ id }) => ({ type: 'streamboard', id }))
}

async function machinesPlayedOn(trx: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct g.venue_machine_id as id from game_claims c join games g on g.id = c.game_id
    where c.user_id = ${userId} and not exists (select from games n where n.venue_machine_id = g.venue_machine_id and n.id > g.id and n.entered is null)
  `.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * Mails to the address of an account, and to the one that it was about to have, unless that is somebody else's by now. How many an
 * address was sent stays for its day: accounts that come and go would otherwise send any number to a stranger.
 */
async function removeMails(trx: Db, userId: number) {
  await sql`delete from mails where lower(recipient) in (${addressesOf(userId)})`.execute(trx)
}

/** Some at a time: no statement may take long, however much was played. In one order, so that two who do it wait for each other once. */
async function removeGames(trx: Db, venueMachineIds: readonly number[], ending?: AbortSignal) {
  for (const id of venueMachineIds) {
    for (let removed = gamesAtOnce; removed === gamesAtOnce && !ending?.aborted;) {
      const { rows } = await sql`
        delete from games where id in (select id from games where venue_machine_id = ${id} order by id limit ${gamesAtOnce} for update) returning 1
      `.execute(trx)
      removed = rows.length
    }
  }
}

/** The bytes of these pictures that nobody else shows. */
async function removePictures(trx: Db, hashes: readonly Buffer[]) {
  if (hashes.length === 0) return
  await sql`
    delete from media m where m.hash = any (${hashes}::bytea[])
      and not exists (select from users u where u.picture = m.hash) and not exists (select from slideshow_images i where i.media = m.hash)
  `.execute(trx)
}
