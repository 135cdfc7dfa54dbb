export { FakeAnswer, FakeServer } from './fakeServer'
export type { FakeRequest } from './fakeServer'
export {
  makeComboboard, makeComboboardBootstrap, makeComboboardScores, makeGame, makeLeaderboard, makeLeaderboardBootstrap, makeLeaderboardScores, makeList, makePlayer,
  makeProfile, makeScoreboard, makeScoreboardBootstrap, makeScores, makeUser, makeVenueMachine,
} from './makers'
export { renderRoutes } from './renderRoutes'
