import { createHmac } from 'node:crypto'
import { claimCodeLength, tvCodeLetters } from '@multiball/shared/schema'
import type { Game, Player } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { signingKey } from '../../ground/database/signingKey'
import { readOnce } from '../../ground/process/readOnce'
import { requireAccount } from '../accounts/quotas'
import { forgottenGuest } from './claimers'
import { CodeTries, isSameCode } from './codeTries'
import type { Guesser } from './codeTries'
import type { Games } from './games.service'
import { asksForAccounts, findGuest, rememberGuest } from './guests'
import { isProposed } from './proposals'

/** How long after its end a game can still be claimed, unless the next one begins, in ms. */
export const claimableForMs = 3_600_000

/**
 * The outcome of a claim. `elsewhere`: they already have another slot of this game; `unplayed`: no slot of a game that can be
 * claimed; `refused`: they did not prove that they play; `accounts`: no guest may.
 */
type ClaimOutcome = 'claimed' | 'taken' | 'elsewhere' | 'unplayed' | 'refused' | 'accounts'

/** Who claims: a user by id, or a guest by the hash of its token, with the letters that go up on the wall. */
export type Claimant = number | { guest: Buffer; initials: string }

/** What the code of a game is derived from. */
interface CodedGame {
  id: number
  /** each claim that is removed changes the code */
  claims_removed: number
}

/** Whether somebody has proven that they play in a game. */
type Proof = (game: CodedGame) => boolean

type Db = Kysely<Tables>

/** The machine's newest game, whoever asks and however long ago it ended; undefined when none was ever played. */
export const newestGame = (
  db: Db,
  venueMachineId: number,
): Promise<(CodedGame & { settled_at: Date | null }) | undefined> =>
  db
    .selectFrom('games')
    .select(['id', 'claims_removed', 'settled_at'])
    .where('venue_machine_id', '=', venueMachineId)
    .where('entered', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Not of a score that was told as a whole: it is never played. */
const newestId = (venueMachineId: number) =>
  sql`(select max(id) from games where venue_machine_id = ${venueMachineId} and entered is null)`

/** Whether a game has ended too long ago for anybody to claim a slot of it. @param now ms since 1970, by the server's clock: no other one decides */
export const isTooLate = ({ settled_at }: { settled_at: Date | null }, now: number): boolean =>
  settled_at !== null && settled_at.getTime() <= now - claimableForMs

/** The machine's newest game, locked so that it does not settle between a claim and its score. */
async function holdNewest(trx: Db, venueMachineId: number, now: number) {
  const { rows } = await sql<CodedGame & { scores: (string | null)[] }>`
    select id, claims_removed, scores::text[] as scores from games
    where id = ${newestId(venueMachineId)}
      and (settled_at is null or settled_at > ${new Date(now - claimableForMs)})
    for update
  `.execute(trx)
  return rows[0]
}

/** Copies a change of game_claims to the settled score; null is nobody with an account. */
const nameScore = (trx: Db, gameId: number, position: number, userId: number | null) =>
  trx
    .updateTable('settled_scores')
    .set({ user_id: userId })
    .where('game_id', '=', gameId)
    .where('position', '=', position)
    .execute()

interface Holder {
  position: number
  user_id: number | null
  guest_id: number | null
}

/** Tells the claims of a user, or of a guest, from those of others. */
async function ownerTest(trx: Db, who: number | Buffer): Promise<(claim: Holder) => boolean> {
  if (typeof who === 'number') return ({ user_id }) => user_id === who
  const guest = await findGuest(trx, who)
  return ({ guest_id }) => guest !== undefined && guest_id === guest
}

const holdersOf = (db: Db, gameId: number): Promise<Holder[]> =>
  db.selectFrom('game_claims').select(['position', 'user_id', 'guest_id']).where('game_id', '=', gameId).execute()

/** The slot of a game that somebody has; null when it is none. */
export async function slotOf(db: Db, gameId: number, who: number | Buffer | undefined): Promise<number | null> {
  if (who === undefined) return null
  const isOwn = await ownerTest(db, who)
  return (await holdersOf(db, gameId)).find(isOwn)?.position ?? null
}

async function claimWithin(
  trx: Db,
  venueMachineId: number,
  position: number,
  claimant: Claimant,
  now: number,
  isProven: Proof,
): Promise<ClaimOutcome> {
  // The account before the game, as its removal does.
  if (typeof claimant === 'number') await requireAccount(trx, claimant)
  const game = await holdNewest(trx, venueMachineId, now)
  if (!game) return 'unplayed'
  if (!isProven(game)) return 'refused'
  const isGuest = typeof claimant !== 'number'
  if (isGuest && (await asksForAccounts(trx, venueMachineId))) return 'accounts'
  if ((game.scores[position - 1] ?? null) === null) return 'unplayed'
  const claims = await holdersOf(trx, game.id)
  const isOwn = await ownerTest(trx, isGuest ? claimant.guest : claimant)
  if (claims.some((claim) => isOwn(claim) && claim.position !== position)) return 'elsewhere'
  const slot = claims.find((claim) => claim.position === position)
  // A name that the machine gave is not an account's: it gives way to the player who was there.
  const holder = slot?.user_id === null && slot.guest_id === null ? undefined : slot
  if (holder && !isOwn(holder)) return 'taken'
  if (isGuest) {
    const { initials } = claimant
    const guest_id = await rememberGuest(trx, claimant.guest, new Date(now))
    await trx
      .insertInto('game_claims')
      .values({ game_id: game.id, position, user_id: null, guest_id, initials })
      .onConflict((conflict) =>
        conflict.columns(['game_id', 'position']).doUpdateSet({ guest_id, initials, name: null }),
      )
      .execute()
  } else if (!holder) {
    const named = { user_id: claimant, guest_id: null, initials: null, name: null }
    await trx
      .insertInto('game_claims')
      .values({ game_id: game.id, position, ...named })
      .onConflict((conflict) => conflict.columns(['game_id', 'position']).doUpdateSet(named))
      .execute()
    await nameScore(trx, game.id, position, claimant)
  }
  return 'claimed'
}

/** Gives a slot of a machine's newest game to somebody, who has at most one slot of a game. Claiming one's own slot again changes nothing but a guest's letters. Throws 401 for an account that is gone. */
export async function claimSlot(
  db: Db,
  games: Games,
  venueMachineId: number,
  position: number,
  claimant: Claimant,
  now = Date.now(),
  isProven: Proof = () => true,
): Promise<ClaimOutcome> {
  const outcome = await db
    .transaction()
    .execute((trx) => claimWithin(trx, venueMachineId, position, claimant, now, isProven))
  if (outcome === 'claimed') await games.claimed(venueMachineId)
  return outcome
}

/** These games, read before the transaction, without names that were taken off since; nobody takes off another before it ends. */
export async function holdNames(trx: Db, games: readonly Game[]): Promise<Game[]> {
  const players = games.flatMap(({ scores }) => scores.flatMap(({ player }) => player?.id ?? []))
  const ids = games.map(({ id }) => id)
  // In the order of claims: the account before the game.
  await sql`select from users where id = any (${players}::bigint[]) order by id for key share`.execute(trx)
  await sql`select from games where id = any (${ids}::bigint[]) order by id for key share`.execute(trx)
  const { rows } = await sql<{ slot: string; player: number }>`
    select concat_ws(' ', game_id, position) as slot, coalesce(user_id, guest_id, ${forgottenGuest}) as player from game_claims where game_id = any (${ids}::bigint[])
  `.execute(trx)
  const holders = new Map(rows.map(({ slot, player }) => [slot, player]))
  const isStill = (game: number, position: number, player: Player) =>
    isProposed(player) || holders.get(`${game} ${position}`) === player.id
  return games.map((game) => ({
    ...game,
    scores: game.scores.map((score) =>
      score.player && !isStill(game.id, score.position, score.player) ? { ...score, player: null } : score,
    ),
  }))
}

/** Takes the name off a slot of a game wherever it is frozen. Answers the streamboards that change. */
export type TakeNameOff = (trx: Db, gameId: number, position: number) => Promise<number[]>

/**
 * Withdraws somebody's claim of a machine's newest game. Answers the streamboards in whose frozen scores it was; undefined when
 * there is none, or it is too late.
 */
export async function releaseSlot(
  db: Db,
  games: Games,
  takeNameOff: TakeNameOff,
  venueMachineId: number,
  who: number | Buffer,
  now = Date.now(),
): Promise<number[] | undefined> {
  const frozenOn = await db.transaction().execute(async (trx) => {
    const game = await holdNewest(trx, venueMachineId, now)
    if (!game) return undefined
    const position = await slotOf(trx, game.id, who)
    if (position === null) return undefined
    const changed = await takeNameOff(trx, game.id, position)
    await trx.deleteFrom('game_claims').where('game_id', '=', game.id).where('position', '=', position).execute()
    await nameScore(trx, game.id, position, null)
    return changed
  })
  if (frozenOn) await games.claimed(venueMachineId)
  return frozenOn
}

/** Takes a user's name off a score that was added for them, however long ago; it stays, as a guest's. False when there is none. */
export async function leaveAdded(
  db: Db,
  games: Games,
  venueMachineId: number,
  gameId: number,
  userId: number,
): Promise<boolean> {
  const isLeft = await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      select from games where id = ${gameId} and venue_machine_id = ${venueMachineId} and entered is not null for update
    `.execute(trx)
    if (rows.length === 0) return false
    const left = await trx
      .deleteFrom('game_claims')
      .where('game_id', '=', gameId)
      .where('user_id', '=', userId)
      .returning('position')
      .executeTakeFirst()
    if (left) await nameScore(trx, gameId, left.position, null)
    return left !== undefined
  })
  if (isLeft) await games.claimed(venueMachineId)
  return isLeft
}

/**
 * Removes the claim of a slot in a game of a machine, however long ago it ended. The game gets a new code, so that nobody
 * claims it again with the old one. Answers as {@link releaseSlot}; undefined when nobody has the slot, or the machine has no such game.
 * @param gameId undefined: the newest one
 */
export async function removeClaim(
  db: Db,
  games: Games,
  takeNameOff: TakeNameOff,
  venueMachineId: number,
  position: number,
  gameId: number | undefined,
): Promise<number[] | undefined> {
  const frozenOn = await db.transaction().execute(async (trx) => {
    // The game's row first, which claims lock first too; wholly, as holdNames counts on.
    const {
      rows: [game],
    } = await sql<{ id: number }>`
      select id from games
      where venue_machine_id = ${venueMachineId}
        and id = ${gameId === undefined ? newestId(venueMachineId) : sql`${gameId}`}
        and exists (select from game_claims claim where claim.game_id = games.id and claim.position = ${position})
      for update
    `.execute(trx)
    if (!game) return undefined
    // Before the claim, as the removal of an account does.
    const changed = await takeNameOff(trx, game.id, position)
    const removed = await trx
      .deleteFrom('game_claims')
      .where('game_id', '=', game.id)
      .where('position', '=', position)
      .returning('position')
      .executeTakeFirst()
    // Another removal was faster: the code has changed for that one already.
    if (!removed) return undefined
    await sql`update games set claims_removed = claims_removed + 1 where id = ${game.id}`.execute(trx)
    await nameScore(trx, game.id, position, null)
    return changed
  })
  if (frozenOn) await games.claimed(venueMachineId)
  return frozenOn
}

/**
 * The code of a game, by which players prove that they are at the machine. It is derived from the game and a key of this
 * database, so nothing else is stored and every process knows it.
 */
function claimCode(key: Buffer, { id, claims_removed: round }: CodedGame): string {
  let number = createHmac('sha256', key).update(`${id} ${round}`).digest().readUIntBE(0, 6)
  let code = ''
  for (let place = 0; place < claimCodeLength; place += 1) {
    code += tvCodeLetters[number % tvCodeLetters.length]
    number = Math.floor(number / tvCodeLetters.length)
  }
  return code
}

/** The codes of games, and how often somebody may guess them. */
export class ClaimCodes {
  // Of 309 million codes. Guests of a venue share an address, and some still have the code of the game before.
  private readonly tries = new CodeTries({ ofUser: 10, ofNetwork: 60, ofAllGuests: 1_000 })
  private readonly signingKey: () => Promise<Buffer>

  constructor(db: Db) {
    this.signingKey = readOnce(() => signingKey(db, 'claim codes'))
  }

  async codeOf(game: CodedGame): Promise<string> {
    return claimCode(await this.signingKey(), game)
  }

  /**
   * The proof that a code gives: it holds for the game with that code, and for none without a code. It throws 429
   * after too many wrong codes of this guesser for this game.
   */
  async proofOf(guesser: Guesser, given: string | undefined): Promise<Proof> {
    if (given === undefined) return () => false
    const key = await this.signingKey()
    return (game) => {
      const counted = this.tries.count(String(game.id), guesser)
      const isRight = isSameCode(given, claimCode(key, game))
      if (isRight) counted.forgive()
      return isRight
    }
  }
}
