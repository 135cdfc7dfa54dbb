export type { RemoteModules, RemoteUnderTest } from './contract/modules'
export { testRemote } from './contract/testRemote'
export { fakeClock } from './fakeClock'
export { fakeCountUps } from './fakeCountUps'
export { FakeEnvironment } from './fakeEnvironment'
export { FakeAnswer, FakeServer, type FakeRequest } from './fakeServer'
export { FakeSocket, FakeSockets, fakeSockets } from './fakeSockets'
export {
  makeBoardType,
  makeComboboard,
  makeComboboardBootstrap,
  makeComboboardScores,
  makeCustomBoard,
  makeCustomBootstrap,
  makeCustomScores,
  makeGame,
  makeLeaderboard,
  makeLeaderboardBootstrap,
  makeLeaderboardScores,
  makeList,
  makeMoment,
  makePlayer,
  makeProfile,
  makeRegistry,
  makeRemoteVersion,
  makeScoreboard,
  makeScoreboardBootstrap,
  makeScores,
  makeSlideshow,
  makeTonight,
  makeTv,
  makeUser,
  makeVenueMachine,
  publishType,
} from './makers'
export { expireLogin, findRow, renderRoutes } from './renderRoutes'
