import { isTestSession } from '@multiball/shared/schema'
import type { EnteredBy } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { invalid, Refusal } from '../../../ground/http/refusals'
import { requireAccount } from '../../accounts/quotas'
import { guestNameParts } from '../guests'
import { noteChange } from '../moments/moments.store'

/*
 * Games that were told as a whole. Each is a settled game of one player, with its score and its claim, so that whatever reads
 * games reads these too; `entered` tells them apart where a machine's newest game is meant: they are never live.
 */

type Db = Kysely<Tables>

/** One score, and who made it: an account, a guest by name, or no one who is named. */
interface ToldScore {
  score: bigint
  user: number | null
  guest: string | null
  /** the browser of who sent it under a guest's name */
  guestId?: number | null
  note: string | null
}

export interface NewGame extends ToldScore {
  venueMachineId: number
  /** 32 hex digits: told twice, it is one game */
  uuid: string
  by: EnteredBy
  playedAt: Date
}

/** Keeps the account from being removed until the transaction ends. Throws 400 where it is gone: it was chosen a moment ago. */
export async function holdPlayer(trx: Db, userId: number | null) {
  if (userId === null) return
  await requireAccount(trx, userId).catch((error: unknown) => {
    // It is not the caller's own login that has ended.
    throw error instanceof Refusal
      ? invalid({ user: ['This player’s account is gone. Please choose another one.'] })
      : error
  })
}

async function nameAs(trx: Db, gameId: number, { user, guest, guestId = null }: ToldScore) {
  if (user !== null)
    await trx.insertInto('game_claims').values({ game_id: gameId, position: 1, user_id: user }).execute()
  else if (guest !== null)
    await trx
      .insertInto('game_claims')
      .values({ game_id: gameId, position: 1, user_id: null, guest_id: guestId, ...guestNameParts(guest) })
      .execute()
}

/**
 * Stores a score as a game. Answers its id, and whether it is new: the uuid may have been told before. Undefined when that is
 * the uuid of a game that was recorded. Throws 400 where the player's account is gone.
 */
export const tellGame = (db: Db, game: NewGame): Promise<{ id: number; isNew: boolean } | undefined> =>
  db.transaction().execute(async (trx) => {
    // The account before the game, as claims do.
    await holdPlayer(trx, game.user)
    return tellHeldGame(trx, game)
  })

/** The same within a transaction that holds the player's account. */
export async function tellHeldGame(trx: Db, game: NewGame): Promise<{ id: number; isNew: boolean } | undefined> {
  const { venueMachineId, uuid, playedAt, score } = game
  const isCounted = !isTestSession(uuid)
  // Its generation is none that a machine plays, should it use the same uuid one day.
  const { rows } = await sql<{ id: number }>`
    insert into games (venue_machine_id, session_uuid, generation, sequence, started_at, updated_at, settled_at, successful, scores, game_modes, entered, note)
    select ${venueMachineId}::bigint, ${uuid}::uuid, -1, 1, ${playedAt}::timestamptz, ${playedAt}::timestamptz, ${playedAt}::timestamptz, ${isCounted}::boolean,
      array[${String(score)}::bigint], '{}', ${game.by}::text, ${game.note}::text
    where not exists (select from games where venue_machine_id = ${venueMachineId} and session_uuid = ${uuid}::uuid and entered is null)
    on conflict do nothing returning id
  `.execute(trx)
  const [made] = rows
  if (!made) {
    const told = await trx
      .selectFrom('games')
      .select('id')
      .where('venue_machine_id', '=', venueMachineId)
      .where('session_uuid', '=', uuid)
      .where('entered', 'is not', null)
      .executeTakeFirst()
    return told && { id: told.id, isNew: false }
  }
  await nameAs(trx, made.id, game)
  if (isCounted)
    await sql`
      insert into settled_scores (game_id, position, venue_machine_id, score, settled_at)
      values (${made.id}, 1, ${venueMachineId}, ${String(score)}::bigint, ${playedAt})
    `.execute(trx)
  return { id: made.id, isNew: true }
}

/** A game on a machine of this owner's, locked until the transaction ends. */
export async function holdOwnGame(trx: Db, id: number, ownerId: number) {
  const { rows } = await sql<{ venue_machine_id: number; entered: string | null }>`
    select g.venue_machine_id, g.entered from games g
    join venue_machines vm on vm.id = g.venue_machine_id join venues v on v.id = vm.venue_id
    where g.id = ${id} and v.owner_id = ${ownerId}
    for update of g
  `.execute(trx)
  return rows[0]
}

/** What became of it: the machine of the game; `recorded` where it was not told as a whole; undefined where this owner has no such game. */
export type Changed = number | 'recorded' | undefined

/** Gives a told game another score, player and note. Throws as {@link tellGame}. */
export const retellGame = (db: Db, id: number, ownerId: number, told: ToldScore): Promise<Changed> =>
  db.transaction().execute(async (trx) => {
    await holdPlayer(trx, told.user)
    const game = await holdOwnGame(trx, id, ownerId)
    if (!game) return undefined
    if (game.entered === null) return 'recorded'
    const score = String(told.score)
    await sql`update games set scores = array[${score}::bigint], note = ${told.note}, updated_at = now() where id = ${id}`.execute(
      trx,
    )
    await trx.deleteFrom('game_claims').where('game_id', '=', id).execute()
    await nameAs(trx, id, told)
    await sql`update settled_scores set score = ${score}::bigint, user_id = ${told.user} where game_id = ${id}`.execute(
      trx,
    )
    return game.venue_machine_id
  })

/** Removes a told game, with its score. */
export const removeGame = (db: Db, id: number, ownerId: number): Promise<Changed> =>
  db.transaction().execute(async (trx) => {
    const game = await holdOwnGame(trx, id, ownerId)
    if (!game) return undefined
    if (game.entered === null) return 'recorded'
    await noteChange(trx, id)
    await trx.deleteFrom('games').where('id', '=', id).execute()
    return game.venue_machine_id
  })

/** Whether a machine is this owner's, and still stands in a venue; undefined where this owner never had it. */
export async function standingOf(
  db: Db,
  venueMachineId: number,
  ownerId: number,
): Promise<'here' | 'retired' | undefined> {
  const { rows } = await sql<{ is_retired: boolean }>`
    select vm.retired_at is not null or v.retired_at is not null as is_retired
    from venue_machines vm join venues v on v.id = vm.venue_id
    where vm.id = ${venueMachineId} and v.owner_id = ${ownerId}
  `.execute(db)
  return rows[0] && (rows[0].is_retired ? 'retired' : 'here')
}
