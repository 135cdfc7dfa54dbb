import { randomUUID } from 'node:crypto'
import {
  PostedDocument,
  tournamentIn,
  type EventDocument,
  type Follows as FollowsAnswer,
  type FoundTournament,
} from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Registry } from 'prom-client'
import type { BoardChanges } from '../../core/boards/changes'
import type { BoardTypes } from '../../core/boards/custom/types'
import type { FeedPlace } from '../../core/boards/feeds/feeds.store'
import type { PostedFeeds } from '../../core/boards/feeds/postedFeeds'
import type { Tables } from '../../ground/database/tables'
import { countCall, WindowLimit } from '../../ground/http/limits'
import { counter, gauges } from '../../ground/http/metrics'
import { parse } from '../../ground/http/parse'
import { Refusal } from '../../ground/http/refusals'
import { ask, infoPath, troubleOf, type Asked } from '../../ground/tournaments/ask'
import { systemClock, type Clock } from '../../ground/tournaments/clock'
import { Feed, Overtaken, type FedBoard } from '../../ground/tournaments/feed'
import { Follower, matchPlay, type Kept } from '../../ground/tournaments/follow'
import { readInfo } from '../../ground/tournaments/matchPlay'
import {
  followsOf,
  holdFollows,
  noteNamed,
  noteStates,
  putToken,
  releaseFollows,
  tokenOf,
  type FollowingType,
  type FollowState,
  type HeldFollow,
} from './follows.store'

/** Changes that come together are looked at once. */
const soonMs = 300
/** A tournament is looked up once in so long. */
const foundForMs = 30_000
/** of this server, for all its users */
const lookUpsPerMinute = 60

interface FollowsDependencies {
  db: Kysely<Tables>
  types: Pick<BoardTypes, 'all' | 'get' | 'last'>
  feeds: Pick<PostedFeeds, 'open' | 'placeFor' | 'post'>
  changes: BoardChanges
  /** addresses of Match Play: nothing else is called */
  addresses: { rest: string; socket: string }
  metrics?: Registry
  onError: (error: unknown) => void
  clock?: Clock
}

/** A tournament that this server follows. */
interface Following {
  token: string | null
  follower: Follower
  /** undefined until it is known */
  document?: EventDocument
  /** what has changed of it since it was noted */
  kept: Kept | null
  /** by the board's name */
  feeds: Map<string, Feed>
}

const nameOf = ({ tournament, asker }: { tournament: number; asker: number }) => `${tournament} ${asker}`
const foundOf = (
  tournament: number,
  { name, status, players }: { name: string; status: string; players: number },
): FoundTournament => ({
  tournament,
  name,
  status,
  players,
  trouble: null,
})
const boardName = ({ type, id, name }: FeedPlace) => `${type} ${id} ${name}`

/** Which setting of a type names a tournament, for each of its feeds that follows one. */
const followingOf = ([type, { published }]: [string, { published: { feeds: object } }]): FollowingType[] =>
  Object.entries(published.feeds as Record<string, { match_play?: string }>).flatMap(([feed, { match_play: field }]) =>
    field === undefined ? [] : [{ type, feed, field }],
  )

/**
 * Follows the tournaments of Match Play that boards name: one follower for each, whichever of the servers on the database has
 * taken it, and what it hears is posted to every board that names it.
 */
export class Follows {
  private readonly server = randomUUID()
  private readonly following = new Map<string, Following>()
  private readonly clock: Clock
  private looking: Promise<void> | undefined
  private isSoon = false
  private isClosed = false
  private callOff = () => {}
  private calls = 0
  private readonly request: typeof fetch = (...call) => {
    this.calls += 1
    return fetch(...call)
  }
  private readonly lookUps = new WindowLimit(lookUpsPerMinute, 60_000)
  private readonly found = new LRUCache<string, FoundTournament>({ max: 500, ttl: foundForMs })

  constructor(private readonly dependencies: FollowsDependencies) {
    this.clock = dependencies.clock ?? systemClock
    if (dependencies.metrics) this.measure(dependencies.metrics)
    dependencies.changes.onBoardChange(({ type, reason }) => {
      const own = dependencies.types.last.get(type)
      if ((reason === 'updated' || reason === 'deleted') && own && followingOf([type, own]).length > 0) this.soon()
    })
  }

  /** What an owner's boards hear. */
  async answer(ownerId: number): Promise<FollowsAnswer> {
    const { db } = this.dependencies
    const [token, boards] = await Promise.all([tokenOf(db, ownerId), followsOf(db, await this.types(), ownerId)])
    // One that was just made.
    if (boards.some(({ since, trouble }) => since === null && trouble === null)) this.soon()
    return { has_token: token !== undefined, boards }
  }

  /** What Match Play says of a tournament before a board names it, with the owner's token. Throws 429. */
  async find(ownerId: number, address: string): Promise<FoundTournament> {
    const tournament = tournamentIn(address)!
    const token = await tokenOf(this.dependencies.db, ownerId)
    const name = nameOf({ tournament, asker: token === undefined ? 0 : ownerId })
    const followed = this.following.get(name)?.document
    if (followed) return foundOf(tournament, { ...followed, players: followed.players.length })
    const known = this.found.get(name)
    if (known) return known
    countCall(this.lookUps, '')
    const asked: Asked = { tournament, rest: this.dependencies.addresses.rest, token, request: this.request }
    try {
      const { name: title, status, players } = readInfo(await ask(asked, infoPath))
      const found = foundOf(tournament, {
        name: title,
        status: status === 'completed' ? 'finished' : status === 'started' ? 'playing' : 'planned',
        players: players?.length ?? 0,
      })
      this.found.set(name, found)
      return found
    } catch (error) {
      return { tournament, name: null, status: null, players: null, trouble: troubleOf(error) }
    }
  }

  /** Keeps the token that this owner's tournaments are asked with. @param token null: none any more */
  async keepToken(ownerId: number, token: string | null): Promise<void> {
    await putToken(this.dependencies.db, ownerId, token)
    this.soon()
  }

  /** Begins to follow what is named and not followed, and ends what is named no more. One at a time. */
  look(): Promise<void> {
    this.looking ??= this.lookNow().finally(() => (this.looking = undefined))
    return this.looking
  }

  /** Ends, and leaves what was followed to other servers. */
  async close(): Promise<void> {
    this.isClosed = true
    this.callOff()
    await this.looking?.catch(() => {})
    const names = [...this.following.keys()]
    for (const name of names) this.end(name)
    if (names.length > 0) await releaseFollows(this.dependencies.db, this.server)
  }

  private measure(metrics: Registry) {
    const states = ['heard', 'away', 'refused'] as const
    const stateOf = ({ follower: { trouble } }: Following): (typeof states)[number] =>
      trouble === undefined ? 'heard' : trouble === 'away' ? 'away' : 'refused'
    gauges(
      metrics,
      'multiball_followed_tournaments',
      'Tournaments of Match Play that this server follows, by whether it is heard, away, or refuses',
      ['state'],
      () => {
        const all = [...this.following.values()].map(stateOf)
        return states.map((state) => ({ labels: { state }, value: all.filter((one) => one === state).length }))
      },
    )
    counter(metrics, 'multiball_match_play_calls_total', 'Calls of Match Play', () => this.calls)
  }

  private soon() {
    if (this.isSoon || this.isClosed) return
    this.isSoon = true
    this.callOff = this.clock.after(soonMs, () => {
      this.isSoon = false
      this.look().catch(this.dependencies.onError)
    })
  }

  private async types(): Promise<FollowingType[]> {
    return [...(await this.dependencies.types.all())].flatMap(followingOf)
  }

  private async lookNow() {
    const { db } = this.dependencies
    const types = await this.types()
    // No board of this server can name a tournament.
    if (types.length === 0 && this.following.size === 0) return
    const states = this.states()
    await noteStates(db, this.server, states)
    for (const { kept, ...name } of states) {
      const following = this.following.get(nameOf(name))
      if (following?.kept === kept) following.kept = null
    }
    await noteNamed(db, types)
    const held = this.isClosed ? [] : await holdFollows(db, types, this.server)
    const names = new Set(held.map(nameOf))
    for (const name of [...this.following.keys()]) if (!names.has(name)) this.end(name)
    for (const one of held) await this.keepOn(one)
  }

  private states(): FollowState[] {
    return [...this.following].map(([key, { follower, document, kept }]) => {
      const [tournament = 0, asker = 0] = key.split(' ').map(Number)
      const trouble = follower.trouble ?? null
      const rests = document?.status === 'finished' || (trouble !== null && trouble !== 'away')
      const is_heard = trouble === null && document !== undefined && follower.isThere
      return {
        tournament,
        asker,
        name: document?.name ?? null,
        status: document?.status ?? null,
        is_heard,
        trouble,
        rests,
        kept,
      }
    })
  }

  private async keepOn(held: HeldFollow) {
    const key = nameOf(held)
    if (this.following.get(key)?.token !== held.token) this.end(key)
    const following = this.following.get(key) ?? (await this.begin(held))
    const boards = new Map(held.boards.map((board) => [boardName(board), board]))
    for (const [name, feed] of following.feeds) {
      if (boards.has(name)) continue
      feed.stop()
      following.feeds.delete(name)
    }
    for (const [name, board] of boards) {
      if (following.feeds.has(name)) continue
      const isThere = () => following.follower.isThere && following.follower.trouble === undefined
      const feed = new Feed({ board: this.fed(board), clock: this.clock, log: () => {} }, isThere)
      following.feeds.set(name, feed)
      if (following.document) feed.put(following.document)
    }
  }

  private async begin({ tournament, asker, token, kept }: HeldFollow): Promise<Following> {
    const { addresses } = this.dependencies
    // Read for the first tournament: most servers follow none.
    const { connectPusher } = await import('../../ground/tournaments/pusher')
    const following: Following = { token, kept: null, feeds: new Map(), follower: undefined as never }
    const put = (document: EventDocument) => {
      const isNews = following.document?.status !== document.status
      following.document = document
      for (const feed of following.feeds.values()) feed.put(document)
      if (isNews) this.soon()
    }
    following.follower = new Follower({
      tournament,
      rest: addresses.rest,
      token: token ?? undefined,
      connect: (handlers) =>
        connectPusher(
          { url: addresses.socket, key: matchPlay.key, channel: `tournaments.${tournament}`, log: () => {} },
          handlers,
        ),
      feed: { put },
      clock: this.clock,
      request: this.request,
      // Something is wrong now, or right again.
      log: () => this.soon(),
      state: kept,
      onState: (state) => (following.kept = state),
    })
    this.following.set(nameOf({ tournament, asker }), following)
    return following
  }

  private end(key: string) {
    const following = this.following.get(key)
    following?.follower.stop()
    for (const feed of following?.feeds.values() ?? []) feed.stop()
    this.following.delete(key)
  }

  /** A board of this database, for what is heard of its tournament. */
  private fed({ owner, ...place }: FeedPlace & { owner: number }): FedBoard {
    const { feeds, types } = this.dependencies
    return {
      read: async () => {
        const type = await types.get(place.type)
        if (!type) throw new Error('Its type is not published any more.')
        await feeds.open(place, owner)
        return feeds.placeFor(place, undefined, type)
      },
      post: async (document) => {
        try {
          await feeds.post(place, undefined, parse(PostedDocument, document))
        } catch (error) {
          if (error instanceof Refusal && error.status === 409)
            throw new Overtaken((error.body as { sequence: number }).sequence)
          throw error
        }
      },
    }
  }
}
