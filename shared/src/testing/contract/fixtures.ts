import { boardIsPrivate, isBuiltInType } from '@multiball/shared/schema'
import type {
  BoardTypeManifest,
  BuiltInType,
  FeedDeclaration,
  FeedState,
  MomentsFeed,
  RemoteManifest,
} from '@multiball/shared/schema'
import * as makers from '../makers'

type Props = Record<string, unknown>

/** What the suite gives a display of a built-in type, one after another: before the first scores, and with some. */
const builtInBoards: Partial<Record<BuiltInType, () => Props[]>> = {
  scoreboard: () =>
    beforeAndAfter(makers.makeScoreboardBootstrap(), makers.makeScores(makers.makeGame([1_000, 25_000]))),
  leaderboard: () =>
    beforeAndAfter(makers.makeLeaderboardBootstrap(), makers.makeLeaderboardScores(9_000, [4_000, 'Maria'])),
  comboboard: () => beforeAndAfter(makers.makeComboboardBootstrap([]), makers.makeComboboardScores()),
  slideshow: () => [{ screens: [] }],
}

type AnyFeed = FeedState | MomentsFeed

const emptyFeeds: { [Kind in AnyFeed['kind']]: AnyFeed & { kind: Kind } } = {
  game: { kind: 'game', games: [] },
  moments: { kind: 'moments', moments: [] },
  ranking: { kind: 'ranking', scores: [] },
  board: { kind: 'board', boards: [] },
  posted: { kind: 'posted', document: null, sequence: null, as_of: null, is_old: false },
}

const fullFeeds: { [Kind in AnyFeed['kind']]: () => AnyFeed & { kind: Kind } } = {
  game: () => {
    const [item] = makers.makeScoreboardBootstrap().items
    const games = [makers.makeGame([1_000, 25_000]), null].map((game) => ({ venuemachine: item!.venuemachine, game }))
    return { kind: 'game', games }
  },
  // A kind that no display knows yet comes too, and a score that nobody has claimed.
  moments: () => ({
    kind: 'moments',
    moments: [
      makers.makeMoment(),
      makers.makeMoment({
        id: 'first_game:511',
        kind: 'first_game',
        position: null,
        score: null,
        player: null,
        previous: null,
      }),
      makers.makeMoment({ id: 'another_kind:510:2', kind: 'another_kind', player: null, previous: null }),
    ],
  }),
  ranking: () => ({ kind: 'ranking', scores: makers.makeLeaderboardScores(9_000, [4_000, 'Maria']).data[0]!.scores }),
  board: () => {
    const { scores: _scores, ...settings } = makers.makeScoreboardBootstrap()
    return {
      kind: 'board',
      boards: [
        { type: 'scoreboard', id: 7, settings, scores: makers.makeScores(makers.makeGame()) },
        { type: 'scoreboard', id: 8, error: boardIsPrivate },
      ],
    }
  },
  // Whatever a program sends: a display reads it before it believes it.
  posted: () => ({
    kind: 'posted',
    document: { unexpected: ['of', 'anything'] },
    sequence: 1,
    as_of: '2026-11-01T20:00:00Z',
    is_old: true,
  }),
}

/** A board as the example of its type says: before the first state, with feeds that have nothing yet, and with full ones. */
function customBoards({ example, feeds }: BoardTypeManifest): Props[] {
  const scores = (stateOf: (feed: FeedDeclaration) => AnyFeed) =>
    makers.makeCustomScores(
      Object.fromEntries(Object.entries(feeds).map(([name, feed]) => [name, stateOf(feed) as FeedState])),
    )
  const empty = scores(({ kind }) => emptyFeeds[kind])
  const bootstrap = makers.makeCustomBootstrap({ settings: example, scores: empty })
  return [undefined, empty, scores(({ kind }) => fullFeeds[kind]())].map((shown) => ({ bootstrap, scores: shown }))
}

/** What the suite gives the display of a remote, one after another; undefined of a type that it knows nothing of. */
export function shownBoards({
  display,
  boardType,
}: Pick<RemoteManifest, 'display' | 'boardType'>): Props[] | undefined {
  if (boardType) return customBoards(boardType)
  return display !== undefined && isBuiltInType(display) ? builtInBoards[display]?.() : undefined
}

function beforeAndAfter(bootstrap: unknown, scores: unknown): Props[] {
  return [
    { bootstrap, scores: undefined },
    { bootstrap, scores },
  ]
}

const unreadable = () => {
  throw new Error('read by a test that wants a throw')
}
const throwing = () => new Proxy({}, { get: unreadable, has: unreadable, ownKeys: unreadable })

/** Boards of which nothing can be read. */
export const brokenBoard = (): Props => ({ bootstrap: throwing(), scores: throwing(), screens: throwing() })
