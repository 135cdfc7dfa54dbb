import { setBoardTypes } from '@multiball/shared/client'
import {
  boardTypesIn,
  LeaderboardInput,
  newBoard,
  RemoteManifest,
  ScoreboardInput,
  type Comboboard,
  type ComboboardBootstrap,
  type ComboboardScores,
  type CustomBoard,
  type CustomBootstrap,
  type CustomScores,
  type Game,
  type Leaderboard,
  type LeaderboardBootstrap,
  type LeaderboardScores,
  type Moment,
  type Player,
  type Profile,
  type PublicUser,
  type PublishedBoardType,
  type Registry,
  type RemoteVersion,
  type Scoreboard,
  type ScoreboardBootstrap,
  type ScoreboardScores,
  type Slideshow,
  type Tonight,
  type Tv,
  type VenueMachine,
  type WireScore,
} from '@multiball/shared/schema'
import * as v from 'valibot'

/** Whole, valid answers of the API; each takes the fields that a test is about. */

export const makeUser = (fields: Partial<PublicUser> = {}): PublicUser => ({
  id: 1,
  username: 'maria',
  cached_display_name: 'Maria Okonkwo',
  initials: 'MOK',
  profile_picture: null,
  ...fields,
})

export const makeProfile = (fields: Partial<Profile> = {}): Profile => ({
  ...makeUser(),
  first_name: 'Maria',
  last_name: 'Okonkwo',
  display_name: '',
  prefer_initials: false,
  ifpa_id: null,
  ...fields,
})

export const makeVenueMachine = (fields: Partial<VenueMachine> = {}): VenueMachine => ({
  id: 11,
  venue: { id: 5, name: 'Silver Lane Arcade' },
  machine: { id: 3, name: 'Dragon’s Keep' },
  user_roles: [{ user: makeUser(), role: 'owner' }],
  last_heard_at: null,
  ...fields,
})

/** What every board is called, and says of whose it is and who may see it. */
const own = (title: string): Pick<Scoreboard, 'title' | 'is_public' | 'user_roles' | 'viewer_key'> => ({
  title,
  is_public: true,
  user_roles: [{ user: makeUser(), role: 'owner' }],
  viewer_key: '0123456789abcdef0123456789abcdef',
})

export const makeScoreboard = (fields: Partial<Scoreboard> = {}): Scoreboard => ({
  id: 7,
  ...newBoard(ScoreboardInput),
  ...own('Lobby wall'),
  background_color: '#000000',
  venuemachine_items: [{ venuemachine: 11, order: 0 }],
  ...fields,
})

/** A game in progress, one unclaimed player for each score. */
export const makeGame = (scores: WireScore[] = [1_000], fields: Partial<Game> = {}): Game => ({
  id: 90,
  venuemachine_id: 11,
  scores: scores.map((score, at) => ({ position: at + 1, score, player: null })),
  current_player: 1,
  current_ball: 1,
  settled_on: null,
  game_modes: [],
  ...fields,
})

export const makeScores = (...data: Game[]): ScoreboardScores => ({ data, epoch: 'test', seq: 1 })

export const makeScoreboardBootstrap = (fields: Partial<ScoreboardBootstrap> = {}): ScoreboardBootstrap => {
  const {
    venuemachine_items: _items,
    user_roles: _roles,
    viewer_key: _key,
    is_public: _public,
    moments: _moments,
    ...board
  } = makeScoreboard()
  const { user_roles: _machineRoles, last_heard_at: _heard, ...venuemachine } = makeVenueMachine()
  return { ...board, items: [{ order: 0, venuemachine }], scores: makeScores(), ...fields }
}

export const makeLeaderboard = (fields: Partial<Leaderboard> = {}): Leaderboard => ({
  id: 21,
  ...newBoard(LeaderboardInput),
  ...own('House records'),
  background_color: '#000000',
  items: [{ id: 11, type: 'venuemachine', order: 0 }],
  last_time_count: 7,
  ...fields,
})

export const makePlayer = (fields: Partial<Player> = {}): Player => ({
  id: 1,
  cached_display_name: 'Maria Okonkwo',
  initials: 'MOK',
  prefer_initials: false,
  profile_picture: null,
  ...fields,
})

/** A record of the house that Maria has just taken from a guest. */
export const makeMoment = (fields: Partial<Moment> = {}): Moment => ({
  id: 'venue_record:512:2',
  place: 5_124,
  state: 'told',
  kind: 'venue_record',
  venuemachine: { id: 11, venue: { id: 5, name: 'Silver Lane Arcade' }, machine: { id: 3, name: 'Dragon’s Keep' } },
  game: 512,
  position: 2,
  score: 505_719_942,
  player: makePlayer(),
  previous: { game: 340, position: 1, score: 493_319_942, player: null, settled_on: '2026-10-04T19:30:00Z' },
  happened_on: '2026-11-20T20:42:00Z',
  told_on: '2026-11-20T20:42:00Z',
  ...fields,
})

/** Scores of one list, best first; each was made by a guest, or by a player of this name. */
export const makeLeaderboardScores = (...scores: (WireScore | [WireScore, string])[]): LeaderboardScores => ({
  data: [
    {
      scores: scores.map((given, at) => {
        const [score, name] = Array.isArray(given) ? given : [given, undefined]
        const player = name === undefined ? null : makePlayer({ id: at + 1, cached_display_name: name })
        return { position: at + 1, score, player, settled_on: `2026-11-${String(at + 1).padStart(2, '0')}T20:00:00Z` }
      }),
    },
  ],
  epoch: 'test',
  seq: 1,
})

export const makeLeaderboardBootstrap = (fields: Partial<LeaderboardBootstrap> = {}): LeaderboardBootstrap => ({
  id: 21,
  ...newBoard(LeaderboardInput),
  title: 'House records',
  background_color: '#000000',
  items: [{ id: 11, type: 'venuemachine', order: 0, name: 'Dragon’s Keep' }],
  last_time_count: 7,
  machine_count: 1,
  player_count: null,
  scores: makeLeaderboardScores(),
  ...fields,
})

export const makeComboboard = (fields: Partial<Comboboard> = {}): Comboboard => ({
  id: 31,
  ...own('Bar wall'),
  moments: 'records',
  high_density: false,
  background_color: '#000000',
  items: [
    { item_type: 'scoreboard', item_id: 7, order: 0 },
    { item_type: 'leaderboard', item_id: 21, order: 1 },
  ],
  ...fields,
})

export const makeComboboardScores = (...boards: ComboboardScores['boards']): ComboboardScores => ({
  boards,
  epoch: 'test',
  seq: 1,
})

/** A comboboard of these parts; its scores are given apart. */
export const makeComboboardBootstrap = (
  boards: ComboboardBootstrap['boards'],
  fields: Partial<ComboboardBootstrap> = {},
): ComboboardBootstrap => ({
  id: 31,
  title: 'Bar wall',
  background_color: '#000000',
  high_density: false,
  items: boards.map(({ item_type, item_id, order }) => ({ item_type, item_id, order })),
  boards,
  scores: makeComboboardScores(),
  ...fields,
})

export const makeSlideshow = (fields: Partial<Slideshow> = {}): Slideshow => ({
  id: 41,
  ...own('Round and round'),
  items: [
    { item_type: 'scoreboard', item_id: 7, duration: 5, order: 0 },
    {
      item_type: 'slideshowimage',
      item_id: 3,
      duration: 10,
      order: 1,
      image: { id: 3, image: '/media/abc', width: 1600, height: 900 },
    },
  ],
  ...fields,
})

/** A board of a type from a remote, with its settings beside the title. */
export const makeCustomBoard = (fields: Partial<CustomBoard> = {}): CustomBoard => ({
  id: 61,
  ...own('Beers on tap'),
  moments: 'records',
  ...fields,
})

export const makeCustomScores = (feeds: CustomScores['feeds'] = {}): CustomScores => ({ feeds, epoch: 'test', seq: 1 })

export const makeCustomBootstrap = (fields: Partial<CustomBootstrap> = {}): CustomBootstrap => ({
  id: 61,
  title: 'Beers on tap',
  settings: {},
  scores: makeCustomScores(),
  ...fields,
})

/** A board type as the registry says it; its settings are a list of beers. */
export const makeBoardType = (fields: Partial<PublishedBoardType> = {}): PublishedBoardType => ({
  name: 'taplist',
  path: 'tap-lists',
  singular: 'tap list',
  plural: 'tap lists',
  purpose: 'A tap list shows what is on tap.',
  feeds: {},
  moments: {},
  example: { beers: ['Pils'] },
  version: 1,
  changes: {},
  gridCell: false,
  settings: { src: '/remotes/mf-taps/1.0.0/settings.json', integrity: `sha384-${'A'.repeat(64)}` },
  ...fields,
})

export const makeRemoteVersion = (fields: Partial<RemoteVersion> = {}): RemoteVersion => ({
  entry: { src: '/r/entry.js', integrity: `sha384-${'A'.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt: '2026-01-01T00:00:00Z',
  ...fields,
})

/** A registry with one remote, `mf-taps`, whose active version says this of itself, and its display the type of the same. */
export function makeRegistry({
  boardType,
  isEnabled = true,
  ...version
}: Partial<RemoteVersion> & { isEnabled?: boolean } = {}): Registry {
  const record = makeRemoteVersion({
    exposes: { './display': { scripts: [], styles: [] } },
    requires: { shared: '^3.0.0', react: '^19.0.0' },
    routes: [{ path: '/tap-lists/*', expose: './routes' }],
    navigation: { label: 'Tap lists', path: '/tap-lists', icon: 'beer', order: 60 },
    display: boardType?.name,
    boardType,
    ...version,
  })
  return { rev: 1, remotes: { 'mf-taps': { enabled: isEnabled, active: '1.0.0', versions: { '1.0.0': record } } } }
}

/** One page of a list, all its rows on it. */
export const makeList = <Row>(...results: Row[]) => ({ count: results.length, next: null, previous: null, results })

/**
 * Makes pages know the board type of a remote, as if it were published.
 * @param given its remote.json, parsed as JSON
 * @throws ValiError when it says it wrongly
 */
export function publishType(given: unknown): void {
  const { boardType, display, navigation, routes, requires } = v.parse(RemoteManifest, given)
  const { settings } = makeBoardType()
  setBoardTypes(
    boardTypesIn(
      makeRegistry({
        display,
        navigation,
        routes,
        requires,
        ...(boardType && { boardType: { ...boardType, settings } }),
      }),
    ),
  )
}

/** A TV that shows a scoreboard, and told so a moment ago. */
export const makeTv = (fields: Partial<Tv> = {}): Tv => ({
  id: 3,
  name: 'Bar left',
  board: { type: 'scoreboard', id: 7, title: 'Lobby wall' },
  is_online: true,
  last_seen_at: new Date().toISOString(),
  ...fields,
})

/** Of an owner whose one machine rests, with all set up. */
export const makeTonight = (fields: Partial<Tonight> = {}): Tonight => ({
  playing: [],
  silent: [],
  machines: 1,
  tvs: { online: 1, count: 1 },
  best: null,
  steps: { venue: 1, machine: 11, has_score: true, has_board: true, has_tv: true },
  ...fields,
})
