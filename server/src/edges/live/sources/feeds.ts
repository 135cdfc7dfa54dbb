import { boardIsPrivate, namedThings, referencesIn } from '@multiball/shared/schema'
import type {
  FeedDeclaration,
  FeedState,
  Game,
  LeaderboardScore,
  Moment,
  MomentsFeed,
  RankingQuestion,
  ReferencePlace,
  ShownMachine,
} from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type { FeedPlace, PostedNow } from '../../../core/boards/feeds/feeds.store'
import { shownMachines } from '../../../core/boards/openMachines'
import type { BoardName } from '../../../core/boards/visibility'
import type { ShownNow } from '../../../core/games/games.service'
import { countScores } from '../../../core/games/leaderboards/countScores'
import { readScope } from '../../../core/games/leaderboards/scope'
import { newestMoments } from '../../../core/games/moments/moments.store'
import type { Tables } from '../../../ground/database'
import type { Audience, BoardView, Dependencies, Part, Parts, Shown } from './boardSource'

/*
 * What can be put into the state of a board: newest games, best scores, other boards, newest moments, and what a program
 * posted. Boards that come with the program are made of the first three, boards of remotes of all.
 */

type Db = Kysely<Tables>

/** The part of the games that is needed here. */
export interface CurrentGames {
  shown(venueMachineId: number): Promise<ShownNow>
}

/** Characters of modes in one state of a board, which all of its viewers are sent. */
const mostModes = 20_000

/** The games with no more modes than a state may have: the last games lose theirs first. */
export function withoutTooManyModes(games: readonly Game[]): readonly Game[] {
  let left = mostModes
  return games.map((game) => {
    const fitting = game.game_modes.findIndex((mode) => (left -= mode.length) < 0)
    return fitting < 0 ? game : { ...game, game_modes: game.game_modes.slice(0, fitting) }
  })
}

/** The newest game of each of these venue machines that an owner may show. */
export async function newestGames(db: Db, games: CurrentGames, ids: readonly number[], ownerId: number) {
  const shown = await shownMachines(db, ids, ownerId)
  const venueMachines = [...new Set(ids)].flatMap((id) => shown.get(id) ?? [])
  return {
    venueMachines,
    dependsOn: { shownVenueMachines: venueMachines.map(({ id }) => id) } satisfies Dependencies,
    /** in the order of the venue machines; null where none was ever played. `staleAt` in ms since 1970, where they may change although nothing happens. */
    async read(): Promise<{ newest: (Game | null)[]; staleAt: number | undefined }> {
      const shown = await Promise.all(venueMachines.map(({ id }) => games.shown(id)))
      const staleAt = Math.min(...shown.map(({ until }) => until ?? Number.POSITIVE_INFINITY))
      return { newest: shown.map(({ game }) => game), staleAt: Number.isFinite(staleAt) ? staleAt : undefined }
    },
  }
}

/** The best scores by a question of an owner. */
export async function ranking(db: Db, ownerId: number, question: RankingQuestion, now: () => number) {
  const scope = await readScope(db, ownerId, question)
  return {
    dependsOn: {
      countedVenueMachines: scope.watches.venueMachineIds,
      countedMachines: scope.watches.machineIds,
    } satisfies Dependencies,
    async read(): Promise<{ scores: LeaderboardScore[]; staleAt: number | undefined }> {
      const { scores, validUntil } = await countScores(db, scope, now())
      return { scores, staleAt: validUntil }
    },
  }
}

/** A board inside another one. `shown` is missing where the audience may not see it. */
interface ShownPart<Item> {
  item: Item
  shown: Shown | undefined
}

/** How a board shows what it contains. */
interface Container<Item> {
  ownerId: number
  /** in their order */
  items: readonly Item[]
  boardOf(item: Item): BoardName
  settings(parts: ShownPart<Item>[]): object
  /** see Shown */
  fixed?(settings: object): object
  body(parts: ShownPart<Item>[]): Shown['body']
}

const audiences = ['everyone', 'insiders'] as const

/** What insiders see is for those of the same owner: a key opens nothing of anyone else's, nor what is private in a public board. */
export const shownTo = (audience: Audience, part: Part, ownerId: number): Shown | undefined => {
  if (audience === 'insiders' && part.access.owner_id === ownerId) return part.insiders
  return part.access.is_public ? part.everyone : undefined
}

const saysTheSame = <Item>(one: ShownPart<Item>[], other: ShownPart<Item>[]) =>
  one.length === other.length &&
  one.every(({ item, shown }, at) => item === other[at]!.item && shown?.settings === other[at]!.shown?.settings)

/** What a board that contains others depends on, and how its state is made of theirs. Parts that are gone are left out. */
export function containerView<Item>({
  ownerId,
  items,
  boardOf,
  settings,
  fixed,
  body,
}: Container<Item>): Pick<BoardView, 'dependsOn' | 'state'> {
  // Settings change seldom: the last ones are used until then.
  const made = { everyone: undefined, insiders: undefined } as Record<
    Audience,
    { of: ShownPart<Item>[]; settings: object; fixed?: object } | undefined
  >
  const remake = (parts: ShownPart<Item>[]) => {
    const own = settings(parts)
    return { of: parts, settings: own, fixed: fixed?.(own) }
  }
  const show = (audience: Audience, parts: ShownPart<Item>[]): Shown => {
    const last = made[audience]
    const kept = last && saysTheSame(last.of, parts) ? last : remake(parts)
    made[audience] = kept
    return { settings: kept.settings, fixed: kept.fixed, body: body(parts) }
  }

  return {
    dependsOn: { boards: items.map(boardOf) },
    async state(parts) {
      const found = await Promise.all(items.map(async (item) => ({ item, part: await parts.get(boardOf(item)) })))
      const [forEveryone, forInsiders] = audiences.map((audience) =>
        found.flatMap(({ item, part }) => (part ? [{ item, shown: shownTo(audience, part, ownerId) }] : [])),
      ) as [ShownPart<Item>[], ShownPart<Item>[]]
      const everyone = show('everyone', forEveryone)
      const isAlike = forEveryone.every(({ shown }, at) => shown === forInsiders[at]!.shown)
      const staleAt = Math.min(...found.map(({ part }) => part?.staleAt ?? Number.POSITIVE_INFINITY))
      return {
        everyone,
        insiders: isAlike ? everyone : show('insiders', forInsiders),
        staleAt: Number.isFinite(staleAt) ? staleAt : undefined,
      }
    },
  }
}

/** One feed of one board. */
export interface Feed {
  dependsOn: Dependencies
  /** `staleAt` in ms since 1970: from then on it may say something else although nothing happened */
  state(parts: Parts): Promise<Record<Audience, FeedState | MomentsFeed> & { staleAt?: number }>
}

/** What a feed is made from. */
export interface FeedContext {
  db: Db
  games: CurrentGames
  /** what a program posted last */
  posted: (place: FeedPlace) => Promise<PostedNow | undefined>
  /** ms since 1970 */
  now: () => number
  board: BoardName
  ownerId: number
  settings: Readonly<Record<string, unknown>>
  places: readonly ReferencePlace[]
}

const isThing = (kind: string) => namedThings.some((thing) => thing === kind)

const alike = (state: FeedState | MomentsFeed, staleAt?: number) => ({ everyone: state, insiders: state, staleAt })

async function gameFeed({ db, games, ownerId }: FeedContext, ids: readonly number[]): Promise<Feed> {
  const { venueMachines, dependsOn, read } = await newestGames(db, games, ids, ownerId)
  return {
    dependsOn,
    async state() {
      const { newest, staleAt } = await read()
      const fitting = withoutTooManyModes(newest.filter((game) => game !== null)).values()
      const shown = venueMachines.map((venuemachine: ShownMachine, at) => ({
        venuemachine,
        game: newest[at] ? fitting.next().value! : null,
      }))
      return alike({ kind: 'game', games: shown }, staleAt)
    },
  }
}

const mostMoments = 10

/** The newest moments of those of these machines that an owner may show, read again only once one was told or a name has changed. */
async function momentsFeed({ db, ownerId }: FeedContext, ids: readonly number[]): Promise<Feed> {
  const venueMachineIds = [...(await shownMachines(db, ids, ownerId)).keys()]
  let kept: { revision: number; moments: Moment[] } | undefined
  return {
    dependsOn: { toldVenueMachines: venueMachineIds },
    async state({ revision }) {
      if (kept?.revision !== revision)
        kept = { revision, moments: await newestMoments(db, venueMachineIds, { limit: mostMoments, offset: 0 }) }
      return alike({ kind: 'moments', moments: kept.moments })
    },
  }
}

async function rankingFeed(
  { db, ownerId, now }: FeedContext,
  question: RankingQuestion | null | undefined,
): Promise<Feed> {
  if (!question) return { dependsOn: {}, state: async () => alike({ kind: 'ranking', scores: [] }) }
  const { dependsOn, read } = await ranking(db, ownerId, question, now)
  return {
    dependsOn,
    async state() {
      const { scores, staleAt } = await read()
      return alike({ kind: 'ranking', scores }, staleAt)
    },
  }
}

function boardFeed({ ownerId }: FeedContext, items: readonly BoardName[]): Feed {
  const { dependsOn, state } = containerView({
    ownerId,
    items,
    boardOf: (item) => item,
    settings: () => ({}),
    body: (parts) => ({
      boards: parts.map(({ item, shown }) => ({
        ...item,
        ...(shown ? { settings: shown.settings, scores: shown.body } : { error: boardIsPrivate }),
      })),
    }),
  })
  return {
    dependsOn,
    async state(parts) {
      const { everyone, insiders, staleAt } = await state(parts)
      const of = ({ body }: typeof everyone) => ({ kind: 'board', ...body }) as FeedState
      const forEveryone = of(everyone)
      return { everyone: forEveryone, insiders: insiders === everyone ? forEveryone : of(insiders), staleAt }
    },
  }
}

function postedFeed({ posted: read, board, now }: FeedContext, name: string, silentAfter: number): Feed {
  return {
    dependsOn: { posted: [board] },
    async state() {
      const posted = await read({ ...board, name })
      if (!posted) return alike({ kind: 'posted', document: null, sequence: null, as_of: null, is_old: false })
      const oldAt = posted.posted_at.getTime() + silentAfter * 1000
      const isOld = oldAt <= now()
      const state = {
        kind: 'posted',
        document: posted.document,
        sequence: posted.sequence,
        as_of: posted.posted_at.toISOString(),
        is_old: isOld,
      } as const
      return alike(state, isOld ? undefined : oldAt)
    },
  }
}

/** A feed as its type declares it, with the settings of one board. */
export async function feedOf(name: string, declaration: FeedDeclaration, context: FeedContext): Promise<Feed> {
  const { settings, places } = context
  if (declaration.kind === 'posted') return postedFeed(context, name, declaration.silent_after)
  const { kind, from } = declaration
  if (kind === 'ranking') return rankingFeed(context, settings[from] as RankingQuestion | null | undefined)
  const named = referencesIn(
    places.filter(({ path }) => path[0] === from),
    settings,
  )
  if (kind === 'game' || kind === 'moments') {
    const machines = named.flatMap((one) => (one.kind === 'venuemachine' ? [one.id] : []))
    return kind === 'game' ? gameFeed(context, machines) : momentsFeed(context, machines)
  }
  return boardFeed(
    context,
    named.filter((one) => !isThing(one.kind)).map(({ kind: type, id }) => ({ type, id })),
  )
}
