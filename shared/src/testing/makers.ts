import type {
  Game, Profile, PublicUser, Scoreboard, ScoreboardBootstrap, ScoreboardScores, VenueMachine, WireScore,
} from '@multiball/shared/schema'

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

export const makeScoreboard = (fields: Partial<Scoreboard> = {}): Scoreboard => ({
  id: 7,
  title: 'Lobby wall',
  is_public: true,
  background_color: '#000000',
  display_title: true,
  enablePlayerRank: false,
  high_density: false,
  leaderboard: null,
  idle_leaderboard_show: false,
  idle_leaderboard_sec: 10,
  idle_scoreboard_sec: 10,
  idle_hotgame_show: false,
  idle_hotgame_type: 0,
  venuemachine_items: [{ venuemachine: 11, order: 0 }],
  user_roles: [{ user: makeUser(), role: 'owner' }],
  viewer_key: '0123456789abcdef0123456789abcdef',
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
  const { venuemachine_items: _items, user_roles: _roles, viewer_key: _key, is_public: _public, ...board } = makeScoreboard()
  const { user_roles: _machineRoles, last_heard_at: _heard, ...venuemachine } = makeVenueMachine()
  return { ...board, items: [{ order: 0, venuemachine }], scores: makeScores(), ...fields }
}

/** One page of a list, all its rows on it. */
export const makeList = <Row>(...results: Row[]) => ({ count: results.length, next: null, previous: null, results })
