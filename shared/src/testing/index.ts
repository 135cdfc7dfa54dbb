export type { RemoteModules, RemoteUnderTest } from './contract/modules'
export { testRemote } from './contract/testRemote'
export { FakeEnvironment } from './fakeEnvironment'
export { FakeAnswer, FakeServer, type FakeRequest } from './fakeServer'
export { FakeSocket, FakeSockets, fakeSockets } from './fakeSockets'
export {
  makeBoardType, makeComboboard, makeComboboardBootstrap, makeComboboardScores, makeCustomBoard, makeCustomBootstrap, makeCustomScores, makeGame, makeLeaderboard,
  makeLeaderboardBootstrap, makeLeaderboardScores, makeList, makePlayer, makeProfile, makeRegistry, makeScoreboard, makeScoreboardBootstrap, makeScores, makeSlideshow, makeTonight, makeUser, makeVenueMachine,
} from './makers'
export { publishType } from './makers'
export { expireLogin, findRow, renderRoutes } from './renderRoutes'
