import { createHash, randomBytes, randomInt } from 'node:crypto'
import { tvCodeLength, tvCodeLetters } from '@multiball/shared/schema'
import type { PairTvInput, Tv, TvInput, TvPairing, TvSound, TvState } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { quotas, requireRoom } from '../../core/accounts/quotas'
import type { BoardChanges } from '../../core/boards/changes'
import type { BoardName } from '../../core/boards/visibility'
import type { Tables } from '../../ground/database/tables'
import { violatedConstraint } from '../../ground/database/violation'
import { hashOf } from '../../ground/http/actors'
import { conflict, invalid, notFound, unauthorized } from '../../ground/http/refusals'
import { Listeners } from '../../ground/process/listeners'
import {
  countRequest,
  countSoundTrial,
  deleteTv,
  findPaired,
  findTv,
  follow,
  holdPairing,
  insertPairing,
  insertTv,
  isKnownPairing,
  listTvs,
  mayShow,
  noteAllSeen,
  noteSeen,
  noteShown,
  noteSound,
  pairedBefore,
  replaceToken,
  updateTv,
  waitingTokens,
} from './tvs.store'
import type { TvListOptions, TvRow } from './tvs.store'
import { TvWaits } from './tvWaits'
import type { TvWaitsOptions } from './tvWaits'

const codeForMs = 10 * 60_000
/** how often a TV's own questions note that it is there; while it waits it is noted with all others */
const noteEveryMs = 30_000
/** a TV asks every 20 s, and is noted as often while it waits */
export const onlineForMs = 60_000
const attempts = 5

/** A new code for a TV to show. */
export const newTvCode = (random: (max: number) => number = randomInt): string =>
  Array.from({ length: tvCodeLength }, () => tvCodeLetters[random(tvCodeLetters.length)]).join('')

const versionOf = (told: object) => createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 16)

/** What a TV is told while it waits for an owner. */
const unpairedState: TvState = { type: 'unpaired', version: versionOf({}) }

/** What a TV of an owner is told. */
function pairedState({
  name,
  board_type,
  board_id,
  viewer_key,
  reloads,
  identifies,
  screen,
  sound_trial,
}: TvRow): TvState {
  const board =
    board_type && board_id ? { type: board_type, id: board_id, ...(viewer_key && { key: viewer_key }) } : null
  const told = { name, board, reloads, identifies, ...(screen && { screen }), ...(sound_trial && { sound_trial }) }
  return { type: 'paired', version: versionOf(told), ...told }
}

interface TvsDependencies {
  db: Kysely<Tables>
  changes: BoardChanges
  /** without a slash at its end */
  publicUrl: string
  onError?: (error: unknown) => void
  now?: () => number
  /** see TvWaitsOptions */
  waiting?: Pick<TvWaitsOptions, 'holdMs' | 'lookEveryMs'>
}

const unknownCode = () => invalid({ code: ['No TV shows this code'] })
const unknownBoard = () => invalid({ board: ['There is no such board, or you may not see it'] })

/** TVs, the codes that they show, and what they are told. */
export class Tvs {
  private readonly db: Kysely<Tables>
  private readonly publicUrl: string
  private readonly now: () => number
  private readonly waits: TvWaits
  private readonly stopListening: () => void
  private readonly listeners: Listeners<[tokenHash: Buffer]>

  constructor({ db, changes, publicUrl, onError, now = Date.now, waiting }: TvsDependencies) {
    this.db = db
    this.publicUrl = publicUrl
    this.now = now
    this.listeners = new Listeners(onError)
    this.waits = new TvWaits({
      read: (hashes) => this.read(hashes),
      seen: (hashes) => noteAllSeen(db, hashes, new Date(now())),
      onError,
      ...waiting,
    })
    // It may be gone, hidden, or have another key.
    this.stopListening = changes.onBoardChange(
      (change) => !['posted', 'controlled'].includes(change.reason) && this.waits.boardChanged(change),
    )
  }

  /** A code for a TV to show, one more where it has a token already. Throws 409 for a TV that has an owner. */
  async newCode(token: string | undefined): Promise<TvPairing> {
    const known = token !== undefined && (await this.isWaiting(token)) ? token : randomBytes(32).toString('base64url')
    const expiresAt = new Date(this.now() + codeForMs)
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const code = newTvCode()
      if (!(await insertPairing(this.db, code, hashOf(known), expiresAt))) continue
      return { code, token: known, expires_in: codeForMs / 1000, pair_url: `${this.publicUrl}/displays?code=${code}` }
    }
    throw new Error('Every code that was drawn is in use')
  }

  /** What a TV is to show, once it is not what it knows. Throws 401 for a token that nobody knows (any more). */
  async state(token: string, version: string | undefined, onGone: (forget: () => void) => void): Promise<TvState> {
    const hash = hashOf(token)
    const state = await this.waits.wait(hash, version, onGone, () => this.seeAndRead(hash, version))
    if (!state) throw unauthorized()
    return state
  }

  async list(ownerId: number, options: TvListOptions): Promise<{ count: number; tvs: Tv[] }> {
    const { count, rows } = await listTvs(this.db, ownerId, options)
    return { count, tvs: rows.map((row) => this.answer(row)) }
  }

  /** Throws 404. */
  async get(id: number, ownerId: number): Promise<Tv> {
    const row = await findTv(this.db, id, ownerId)
    if (!row) throw notFound()
    return this.answer(row)
  }

  /** The TV that shows this code becomes the owner's; sent again, since the answer was lost, it is that TV. Throws 400. */
  async pair(ownerId: number, { code, name, board }: PairTvInput): Promise<Tv> {
    const id = await this.withToken(code, async (trx, tokenHash) => {
      const before = await pairedBefore(trx, ownerId, tokenHash)
      if (before !== undefined) return before
      await requireRoom(trx, ownerId, sql`select from tvs where owner_id = ${ownerId}`, quotas.tvs, 'TVs')
      if (!(await mayShow(trx, board, ownerId))) throw unknownBoard()
      return insertTv(trx, ownerId, name, board, tokenHash)
    })
    return this.get(id, ownerId)
  }

  /** The TV that shows this code takes the place of one of the owner's, with its name and board. Throws 400, 404. */
  async replace(id: number, ownerId: number, code: string): Promise<Tv> {
    let replaced: Buffer | undefined
    await this.withToken(code, async (trx, tokenHash) => {
      const before = await replaceToken(trx, id, ownerId, tokenHash)
      if (!before) throw notFound()
      replaced = before
    })
    if (replaced) this.changed(replaced)
    return this.get(id, ownerId)
  }

  /** Throws 400, 404. */
  async change(id: number, ownerId: number, { name, board, screen }: TvInput): Promise<Tv> {
    await this.get(id, ownerId)
    if (!(await mayShow(this.db, board, ownerId))) throw unknownBoard()
    const tokenHash = await updateTv(this.db, id, ownerId, name, board, screen).catch(refuseLostBoard)
    if (!tokenHash) throw notFound()
    this.changed(tokenHash)
    return this.get(id, ownerId)
  }

  /** These TVs show a board until it is over; without a board, their own again. Answers those that were the owner's. Throws 400. */
  async follow(ownerId: number, ids: readonly number[], board: BoardName | undefined): Promise<Tv[]> {
    if (board && !(await mayShow(this.db, board, ownerId))) throw unknownBoard()
    const following = await follow(this.db, ownerId, ids, board).catch(refuseLostBoard)
    for (const tokenHash of following) this.changed(tokenHash)
    return (await findPaired(this.db, following)).map((row) => this.answer(row))
  }

  /** The TV loads its page again, or shows its name. Throws 404. */
  async request(id: number, ownerId: number, what: 'reloads' | 'identifies'): Promise<void> {
    const tokenHash = await countRequest(this.db, id, ownerId, what)
    if (!tokenHash) throw notFound()
    this.changed(tokenHash)
  }

  /** The TV plays its sound once. Throws 404. */
  async trySound(id: number, ownerId: number, volume: TvSound['volume']): Promise<void> {
    const tokenHash = await countSoundTrial(this.db, id, ownerId, volume)
    if (!tokenHash) throw notFound()
    this.changed(tokenHash)
  }

  /** A TV says whether its browser forbids sounds. Throws 401 for a token of no TV. */
  async noteSound(token: string, isForbidden: boolean): Promise<void> {
    if (!(await noteSound(this.db, hashOf(token), isForbidden))) throw unauthorized()
  }

  /** The TV shows a code again. Throws 404. */
  async remove(id: number, ownerId: number): Promise<void> {
    // With its codes, or it would wait for an owner in between.
    const tokenHash = await this.db.transaction().execute((trx) => deleteTv(trx, id, ownerId))
    if (!tokenHash) throw notFound()
    this.changed(tokenHash)
  }

  /** Calls the listener with the token (SHA-256) of each TV that this process changed. Answers a function that ends that. */
  onChange(listener: (tokenHash: Buffer) => void): () => void {
    return this.listeners.add(listener)
  }

  /** Another process changed the TV with this token (SHA-256). */
  changedElsewhere(tokenHash: Buffer): void {
    this.waits.look(tokenHash)
  }

  /** Other processes may have changed any TV. */
  anyChangedElsewhere(): void {
    this.waits.lookAtAllSoon()
  }

  /** Answers all who wait. */
  async close(): Promise<void> {
    this.stopListening()
    await this.waits.close()
  }

  private changed(tokenHash: Buffer) {
    this.waits.look(tokenHash)
    this.listeners.tell(tokenHash)
  }

  private async withToken<Done>(
    code: string,
    use: (trx: Kysely<Tables>, tokenHash: Buffer) => Promise<Done>,
  ): Promise<Done> {
    const { done, tokenHash } = await this.db
      .transaction()
      .execute(async (trx) => {
        const tokenHash = await holdPairing(trx, code, new Date(this.now()))
        if (!tokenHash) throw unknownCode()
        return { done: await use(trx, tokenHash), tokenHash }
      })
      .catch((error: unknown) => {
        throw violatedConstraint(error) === 'tvs_token_unique' ? unknownCode() : error
      })
      .catch(refuseLostBoard)
    this.changed(tokenHash)
    return done
  }

  /** Whether a TV may go on with its token. */
  private async isWaiting(token: string): Promise<boolean> {
    const hash = hashOf(token)
    if ((await findPaired(this.db, [hash])).length > 0) throw conflict('This TV has an owner.')
    return isKnownPairing(this.db, hash)
  }

  /** The state of a TV that shows that it is there. @param version what it says it shows */
  private async seeAndRead(hash: Buffer, version: string | undefined): Promise<TvState | undefined> {
    const [tv] = await findPaired(this.db, [hash])
    if (!tv) return (await this.read([hash])).get(hash.toString('hex'))
    await this.see(tv)
    if (version !== undefined && version !== tv.shown_version) await noteShown(this.db, tv.id, version)
    return pairedState(tv)
  }

  private async read(hashes: readonly Buffer[]): Promise<Map<string, TvState>> {
    const waiting = await waitingTokens(this.db, hashes, new Date(this.now()))
    // Read after those that wait: a TV that is paired in between is found.
    const paired = await findPaired(this.db, hashes)
    return new Map([
      ...waiting.map((token) => [token, unpairedState] as const),
      ...paired.map((row) => [row.token, pairedState(row)] as const),
    ])
  }

  private async see({ id, last_seen_at }: TvRow) {
    const now = this.now()
    const before = new Date(now - noteEveryMs)
    // A clock that was ahead may have noted what is still to come.
    if (!last_seen_at || last_seen_at < before || last_seen_at.getTime() > now)
      await noteSeen(this.db, id, new Date(now))
  }

  private answer(row: TvRow): Tv {
    const {
      id,
      name,
      own_type,
      own_id,
      own_title,
      board_type,
      board_id,
      follows_title,
      follows_since,
      last_seen_at,
      screen,
      shown_version,
      is_sound_forbidden,
    } = row
    return {
      id,
      name,
      board: own_type && own_id && own_title !== null ? { type: own_type, id: own_id, title: own_title } : null,
      ...(follows_title !== null &&
        board_type &&
        board_id && {
          follows: { type: board_type, id: board_id, title: follows_title, since: follows_since.toISOString() },
        }),
      is_online: last_seen_at !== null && Math.abs(this.now() - last_seen_at.getTime()) < onlineForMs,
      last_seen_at: last_seen_at?.toISOString() ?? null,
      is_shown: shown_version === pairedState(row).version,
      ...(screen && { screen }),
      ...(is_sound_forbidden !== null && { is_sound_forbidden }),
    }
  }
}

/** A board that was deleted between the question and the answer. */
function refuseLostBoard(error: unknown): never {
  const isLost = /^tvs_(?:board|follows|(?:scoreboard|leaderboard|comboboard|slideshow|streamboard)_id_fkey)/.test(
    violatedConstraint(error) ?? '',
  )
  throw isLost ? unknownBoard() : error
}
