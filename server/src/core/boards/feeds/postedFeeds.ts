import { createHash, randomBytes } from 'node:crypto'
import { EventDocument, maxPostedBytes, PostedDocument, referencesIn } from '@multiball/shared/schema'
import type { PostedPlace, ProposedPlayers } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../../ground/database/tables'
import { hashOf } from '../../../ground/http/actors'
import { parse } from '../../../ground/http/parse'
import { invalid, Refusal, unauthorized, unavailable } from '../../../ground/http/refusals'
import { Playing } from '../../../ground/tournaments/playing'
import type { BoardChanges } from '../changes'
import type { CustomType } from '../custom/types'
import { shownMachines } from '../openMachines'
import { findBoard, refusal, refusedEdit } from '../visibility'
import { boardOfFeed, openFeed, ownMachines, postedSequence, putKey, readPosted, storePosts } from './feeds.store'
import type { FeedBefore, FeedPlace, FeedPost, PostedNow } from './feeds.store'

/** documents in memory, each of up to 64 KiB: boards that are shown read theirs again when they are not among them */
const mostRemembered = 1_000
/** posts that may wait for the database, each with up to 64 KiB */
const maxWaiting = 1_000

interface Remembered {
  place: FeedPlace
  /** undefined where nothing was ever posted */
  posted: PostedNow | undefined
}

/** A feed that is being read, until that is over or forgotten. */
interface Reading {
  place: FeedPlace
  /** meanwhile, and newer than all that arrived before */
  arrived?: PostedNow
  /** undefined where nothing was ever posted */
  newest: Promise<PostedNow | undefined>
}

interface Waiter {
  sequence: number
  digest: string
  resolve(): void
  reject(error: unknown): void
}

/** What gathers for one feed while others are written: its newest document, and whoever posted one. */
interface Gathered {
  post: FeedPost
  /** what `post` is the JSON of */
  document: unknown
  waiters: Waiter[]
}

/** The other processes on a database. */
export interface OtherProcesses {
  tell(place: FeedPlace, posted: PostedNow): void
  /** resolves once nothing is missed that they store for this feed */
  follow(place: FeedPlace): Promise<void>
  unfollow(place: FeedPlace): void
}
const nobody: OtherProcesses = { tell: () => {}, follow: async () => {}, unfollow: () => {} }

type PostInput = Pick<PostedDocument, 'sequence' | 'document'> & Partial<PostedDocument>

interface PostedFeedsDependencies {
  db: Kysely<Tables>
  changes: BoardChanges
  /** told of machines whose players a program proposes differently from before */
  onPlayers?: (venueMachineIds: readonly number[]) => Promise<void>
  onError?: (error: unknown) => void
  /** without them this process has the database to itself */
  others?: OtherProcesses
  /** ms since 1970 */
  now?: () => number
}

const overtaken = (sequence: number) => new Refusal(409, { detail: `There is a newer document: ${sequence}`, sequence })
const nameOf = ({ type, id, name }: FeedPlace) => `${type} ${id} ${name}`
const digestOf = (document: string) => createHash('sha256').update(document).digest('hex')
const keyOf = (post: FeedPost) => `${nameOf(post)} ${post.keyHash?.toString('base64') ?? ''}`
const hashOfKey = (key: string | undefined) => (key === undefined ? null : hashOf(key))

/** After so long the same players are passed on again: who plays is believed for some time after the last post. */
const repeatAfterMs = 60_000

/** Machines of which one list says something else than the other. */
function machinesThatDiffer(one: readonly ProposedPlayers[], other: readonly ProposedPlayers[]): number[] {
  const said = (list: readonly ProposedPlayers[]) =>
    new Map(
      list.map((machine) => [
        machine.venuemachine,
        JSON.stringify([machine.since, machine.players.map((player) => player && [player.name, player.initials])]),
      ]),
    )
  const [before, after] = [said(one), said(other)]
  return [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))
}

/**
 * What programs post for boards. A post is answered once it, or a newer one of its feed, is stored. One commit at a time:
 * of what comes for a feed meanwhile the highest sequence is written with the next one, so that a thousand posts a second
 * are as many commits as the database has time for.
 */
export class PostedFeeds {
  /** of the feeds that are shown here, by their name */
  private readonly memory = new LRUCache<string, Remembered>({
    max: mostRemembered,
    dispose: ({ place }, _name, reason) => void (reason !== 'set' && this.others.unfollow(place)),
  })
  private readonly reading = new Map<string, Reading>()
  /** when the players of a feed were passed on last, in ms since 1970, and whether it was over */
  private readonly passedOn = new LRUCache<string, { at: number; isOver: boolean }>({ max: mostRemembered })
  private readonly others: OtherProcesses
  private gathering = new Map<string, Gathered>()
  private running: Promise<void> | undefined
  private waiting = 0
  private readonly now: () => number

  constructor(private readonly dependencies: PostedFeedsDependencies) {
    this.now = dependencies.now ?? Date.now
    this.others = dependencies.others ?? nobody
    dependencies.changes.onBoardChange(
      ({ type, id, reason }) => void ((reason === 'updated' || reason === 'deleted') && this.forgetBoard(type, id)),
    )
  }

  /**
   * Makes a new key of a feed; the one before posts nothing any more, and its sequence counts no more. Only its hash is kept.
   * Throws 403, 404.
   */
  async renewKey(place: FeedPlace, ownerId: number): Promise<string> {
    const { db } = this.dependencies
    const key = randomBytes(32).toString('base64url')
    if (!(await putKey(db, place, ownerId, hashOf(key))))
      throw refusal(await findBoard(db, place.type, place.id), refusedEdit)
    // Every process forgets the sequence that was there: it would take what is posted now for older.
    this.dependencies.changes.announce({ type: place.type, id: place.id, reason: 'updated' })
    return key
  }

  /** Opens a feed for what is posted without a key. Throws 403, 404. */
  async open(place: FeedPlace, ownerId: number): Promise<void> {
    const { db } = this.dependencies
    if (!(await openFeed(db, place, ownerId))) throw refusal(await findBoard(db, place.type, place.id), refusedEdit)
  }

  /** The newest document of a feed with the sequence that it was posted with; undefined until the first. Read once, and then kept as it changes. */
  async newest(place: FeedPlace): Promise<PostedNow | undefined> {
    const name = nameOf(place)
    const known = this.memory.get(name)
    const posted = known ? known.posted : await (this.reading.get(name) ?? this.begin(place)).newest
    return posted && { ...posted, sequence: postedSequence(posted.sequence) }
  }

  /** Something was stored, here or by another process: taken where it is newer than what is known of a feed that is shown here. */
  keep(place: FeedPlace, posted: PostedNow): void {
    const name = nameOf(place)
    const reading = this.reading.get(name)
    const known = reading ? reading.arrived : this.memory.get(name)?.posted
    if (posted.sequence <= (known?.sequence ?? -1)) return
    if (reading) reading.arrived = posted
    else if (this.memory.has(name)) this.memory.set(name, { place, posted })
  }

  /** Other processes may have stored anything. */
  forgetAll(): void {
    this.memory.clear()
    this.reading.clear()
  }

  private forgetBoard(type: string, id: number) {
    for (const feeds of [this.memory, this.reading]) {
      for (const [name, { place }] of feeds.entries()) if (place.type === type && place.id === id) feeds.delete(name)
    }
  }

  private begin(place: FeedPlace): Reading {
    const reading: Reading = { place, newest: Promise.resolve(undefined) }
    this.reading.set(nameOf(place), reading)
    reading.newest = this.read(place, reading)
    return reading
  }

  private async read(place: FeedPlace, reading: Reading): Promise<PostedNow | undefined> {
    const name = nameOf(place)
    // Once it is forgotten, what it finds may be from before: enough for those who asked by then, and not remembered.
    const isCurrent = () => this.reading.get(name) === reading
    try {
      await this.others.follow(place)
      const stored = await readPosted(this.dependencies.db, place)
      const { arrived } = reading
      const posted = arrived && arrived.sequence > (stored?.sequence ?? -1) ? arrived : stored
      if (isCurrent()) this.memory.set(name, { place, posted })
      return posted
    } finally {
      // In one turn with what is remembered, also of a read that failed: what arrives next is newer than that, and must not be lost.
      if (isCurrent()) this.reading.delete(name)
      if (!this.memory.has(name) && !this.reading.has(name)) this.others.unfollow(place)
    }
  }

  /** What a program needs to know of its board. Throws 401 for a key that is not the feed's. @param key undefined: for the server itself */
  async placeFor(
    place: FeedPlace,
    key: string | undefined,
    type: Pick<CustomType, 'fill' | 'places'>,
  ): Promise<PostedPlace> {
    const { db } = this.dependencies
    const board = await boardOfFeed(db, place, hashOfKey(key))
    if (!board) throw unauthorized('Feed')
    const { settings } = type.fill(board.settings, board.settings_version)
    const named = referencesIn(type.places, settings).flatMap(({ kind, id }) => (kind === 'venuemachine' ? [id] : []))
    const machines = await shownMachines(db, [...new Set(named)], board.owner_id)
    return { title: board.title, sequence: board.sequence, settings, machines: [...machines.values()] }
  }

  /**
   * Stores a document; without a key what the server says itself, or the owner, of a feed that is open. Throws 401 for a key that is not the feed's, 409 where a newer one is there, or another of the same
   * sequence, and 503 while too much waits.
   */
  post(
    place: FeedPlace,
    key: string | undefined,
    { sequence, document, over = false, players = [] }: PostInput,
  ): Promise<void> {
    if (this.waiting >= maxWaiting) throw unavailable()
    const text = JSON.stringify(document)
    const post: FeedPost = {
      ...place,
      keyHash: hashOfKey(key),
      sequence,
      document: text,
      isOver: over,
      isEvent: (document as { format?: unknown } | null)?.format === EventDocument.entries.format.literal,
      players,
      postedAt: new Date(this.now()),
    }
    const before = this.gathering.get(keyOf(post))
    const gathered = before ?? { post, document, waiters: [] }
    if (gathered.post.sequence < sequence) Object.assign(gathered, { post, document })
    this.gathering.set(keyOf(post), gathered)
    this.waiting += 1
    const stored = new Promise<void>((resolve, reject) =>
      gathered.waiters.push({ sequence, digest: digestOf(text), resolve, reject }),
    )
    this.running ??= this.run()
    return stored
  }

  /** Posts a tournament that its owner has in a file, after whatever was there. Answers its sequence. Throws 400 where it is too large. */
  async postOnce(
    place: FeedPlace,
    type: Pick<CustomType, 'fill' | 'places'>,
    document: EventDocument,
  ): Promise<number> {
    if (Buffer.byteLength(JSON.stringify(document)) > maxPostedBytes)
      throw invalid({ files: ['This is too much for one board: 64 KB is the most. Leave out matches that are over.'] })
    const board = await this.placeFor(place, undefined, type)
    const sequence = Math.max((board.sequence ?? 0) + 1, this.now())
    const players = new Playing().on(board, document, this.now())
    const over = document.status === 'finished'
    await this.post(place, undefined, parse(PostedDocument, { sequence, document, over, players }))
    return sequence
  }

  private async run() {
    while (this.gathering.size > 0) {
      const batch = [...this.gathering.values()]
      this.gathering = new Map()
      try {
        const before = await storePosts(
          this.dependencies.db,
          batch.map(({ post }) => post),
        )
        batch.forEach((gathered, at) => this.answer(gathered, before[at]))
      } catch (error) {
        for (const { waiters } of batch) for (const { reject } of waiters) reject(error)
      }
      for (const { waiters } of batch) this.waiting -= waiters.length
    }
    // In the same turn in which nothing was left: what is posted next begins to be written again.
    this.running = undefined
  }

  /** Answers whoever posted as if one after the other had been written. */
  private answer({ post, document, waiters }: Gathered, before: FeedBefore | undefined) {
    if (!before) return waiters.forEach(({ reject }) => reject(unauthorized('Feed')))
    let newest = before
    for (const { sequence, digest, resolve, reject } of waiters) {
      const isNewer = newest.sequence === null || sequence > newest.sequence
      if (isNewer) newest = { ...newest, sequence, digest }
      if (isNewer || (sequence === newest.sequence && digest === newest.digest)) resolve()
      else reject(overtaken(newest.sequence!))
    }
    if (before.sequence !== null && before.sequence >= post.sequence) return
    const { type, id, sequence, postedAt } = post
    const posted: PostedNow = { document, sequence, posted_at: postedAt }
    // Before it is announced: whoever hears of it finds it there.
    this.keep(post, posted)
    this.others.tell(post, posted)
    this.dependencies.changes.announce({ type, id, reason: 'posted' })
    const machines = this.machinesToTell(post, before.players)
    if (machines.length > 0) this.tellPlayers(post, machines)
  }

  private machinesToTell(post: FeedPost, before: readonly ProposedPlayers[]): number[] {
    const [name, at, { isOver }] = [nameOf(post), post.postedAt.getTime(), post]
    const last = this.passedOn.get(name)
    // What is over counts at once, though it names the same players; a clock may be set back.
    if (last?.isOver === isOver && at >= last.at && at < last.at + repeatAfterMs)
      return machinesThatDiffer(before, post.players)
    this.passedOn.set(name, { at, isOver })
    return [...new Set([...before, ...post.players].map(({ venuemachine }) => venuemachine))]
  }

  private tellPlayers(post: FeedPost, venueMachineIds: readonly number[]) {
    const { db, onPlayers, onError = () => {} } = this.dependencies
    ownMachines(db, post, venueMachineIds)
      .then((machines) => onPlayers?.(machines))
      .catch(onError)
  }
}
