import { randomBytes } from 'node:crypto'
import type { Hook, HookChange, HookDelivery, HookInput, HookWithSecret, MomentEntry } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database/tables'
import { addressIn, refusedAddress } from '../../ground/http/guardedPost'
import { invalid, notFound } from '../../ground/http/refusals'
import { Listeners } from '../../ground/process/listeners'
import { mayCall } from '../../ground/process/networks'
import type { Network } from '../../ground/process/networks'
import {
  changeHook,
  deleteHook,
  findHook,
  hooksBehind,
  insertHook,
  insertTest,
  listDeliveries,
  listHooks,
  putDeliveries,
  putSecret,
  toldMoments,
} from './hooks.store'
import type { HookRow, ReadingHook } from './hooks.store'
import { messageOf, testMessage } from './messages'
import type { MomentStream } from './momentStream'

type Db = Kysely<Tables>

interface HooksDependencies {
  db: Db
  stream: MomentStream
  /** where people open the product, no trailing slash */
  publicUrl: string
  networks: readonly Network[]
  onError: (error: unknown) => void
  /** ms since 1970 */
  now?: () => number
}

const hourMs = 3_600_000

const newSecret = () => randomBytes(32).toString('base64url')

const answerOf = ({ venue_id, board_type, board_id, name, created_at, ...row }: HookRow): Hook => ({
  id: row.id,
  venue: venue_id === null ? null : { id: venue_id, name },
  board: board_id === null ? null : { type: board_type!, id: board_id, title: name },
  url: row.url,
  shape: row.shape,
  created_at: created_at.toISOString(),
  waiting: row.waiting,
  failing_since: row.failing_since?.toISOString() ?? null,
  paused_at: row.paused_at?.toISOString() ?? null,
  old_secret_until: row.old_secret_until?.toISOString() ?? null,
})

/** The webhooks of owners, and what they are told. */
export class Hooks {
  private readonly waiting = new Listeners<[]>()
  private readonly now: () => number

  constructor(private readonly dependencies: HooksDependencies) {
    this.now = dependencies.now ?? Date.now
  }

  /** Calls the listener when something may wait to be delivered. */
  onWaiting(listener: () => void): void {
    this.waiting.add(listener)
  }

  async list(ownerId: number): Promise<Hook[]> {
    return (await listHooks(this.dependencies.db, ownerId, new Date(this.now()))).map(answerOf)
  }

  /** Throws 404. */
  async get(ownerId: number, id: number): Promise<Hook> {
    return answerOf(await this.find(id, ownerId))
  }

  /** Tells of what happens from now on. Throws 400. */
  async create(ownerId: number, input: Required<HookInput>): Promise<HookWithSecret> {
    const { db, stream } = this.dependencies
    this.requireAddress(input.url)
    if ((input.venue === null) === (input.board === null)) throw invalid({ venue: ['Choose a venue or a board'] })
    const secret = newSecret()
    const id = await insertHook(db, ownerId, input, { secret, place: await stream.newest() })
    if (id === undefined)
      throw invalid(
        input.venue === null ? { board: ['There is no such board of yours'] } : { venue: ['There is no such venue'] },
      )
    return { ...(await this.get(ownerId, id)), secret }
  }

  /** Throws 404, 400. */
  async change(ownerId: number, id: number, { url, shape }: Required<HookChange>): Promise<Hook> {
    this.requireAddress(url)
    await changeHook(this.dependencies.db, id, ownerId, { url, shape })
    return this.get(ownerId, id)
  }

  /** Throws 404. */
  async remove(ownerId: number, id: number): Promise<void> {
    if (!(await deleteHook(this.dependencies.db, id, ownerId))) throw notFound()
  }

  /** Throws 404. */
  async renewSecret(ownerId: number, id: number): Promise<HookWithSecret> {
    await this.find(id, ownerId)
    const secret = newSecret()
    await putSecret(this.dependencies.db, id, ownerId, secret, new Date(this.now() + 24 * hourMs))
    return { ...(await this.get(ownerId, id)), secret }
  }

  /** Throws 404. */
  async test(ownerId: number, id: number): Promise<void> {
    const { db, publicUrl } = this.dependencies
    const { shape, name } = await this.find(id, ownerId)
    const now = new Date(this.now())
    await insertTest(db, id, testMessage(shape, name, publicUrl, now), now)
    this.waiting.tell()
  }

  /** The last fifty. Throws 404. */
  async deliveries(ownerId: number, id: number): Promise<HookDelivery[]> {
    await this.find(id, ownerId)
    return listDeliveries(this.dependencies.db, id)
  }

  /** Puts what is new in the stream before the hooks that it is for, however many servers do so. One for which much waits reads on later. */
  async read(): Promise<void> {
    const { db, stream, onError } = this.dependencies
    const newest = await stream.newest()
    const behind = await hooksBehind(db, newest)
    for (const hook of behind) await this.readFor(hook, newest).catch(onError)
    if (behind.length > 0) this.waiting.tell()
  }

  private async readFor(hook: ReadingHook, newest: number) {
    const { db, stream, publicUrl } = this.dependencies
    const entries = await stream.entries(hook, { after: hook.read_to, upTo: newest }, hook.room)
    const told = entries.length === 0 ? [] : await this.worthTelling(hook, entries)
    const deliveries = told.map((moment) => ({
      place: moment.place,
      moment: moment.id,
      body: messageOf(hook.shape, moment, publicUrl),
    }))
    const readTo = entries.length < hook.room ? newest : entries.at(-1)!.place
    await putDeliveries(db, hook, readTo, deliveries, new Date(this.now()))
  }

  /** A program is told every change. People in a chat read what has happened just now, once, and not who is called to each match. */
  private async worthTelling(hook: ReadingHook, entries: MomentEntry[]): Promise<MomentEntry[]> {
    if (hook.shape !== 'discord') return entries
    const known = await toldMoments(
      this.dependencies.db,
      hook.id,
      entries.map(({ id }) => id),
    )
    return entries.filter(
      ({ id, kind, state, told_on, happened_on }) =>
        state !== 'withdrawn' &&
        kind !== 'match_called' &&
        !known.has(id) &&
        Date.parse(told_on) - Date.parse(happened_on) < hourMs,
    )
  }

  private async find(id: number, ownerId: number): Promise<HookRow> {
    const found = await findHook(this.dependencies.db, id, ownerId, new Date(this.now()))
    if (!found) throw notFound()
    return found
  }

  /** Names are looked up when they are called; what says that it is refused is told at once. Throws 400. */
  private requireAddress(text: string) {
    const { publicUrl, networks } = this.dependencies
    const url = new URL(text)
    if (url.host === new URL(publicUrl).host) throw invalid({ url: ['This is the address of Multiball itself'] })
    const isSecure = url.protocol === 'https:'
    const address = addressIn(url)
    if (address === undefined ? !isSecure && networks.length === 0 : !mayCall(address, isSecure, networks))
      throw invalid({ url: [refusedAddress(isSecure).message] })
  }
}
