export { FakeAnswer, FakeServer } from './fakeServer'
export type { FakeRequest } from './fakeServer'
export { makeGame, makeList, makeProfile, makeScoreboard, makeScoreboardBootstrap, makeScores, makeUser, makeVenueMachine } from './makers'
