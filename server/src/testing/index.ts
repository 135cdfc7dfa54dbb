export { buildTestApp, call, makeUpload } from './app'
export type { Answer } from './app'
export { useTestDatabase } from './database'
export {
  findMachine,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeSlideshowImage,
  makeStreamboard,
  makeTv,
  makeTvCode,
  makeUser,
  makeVenue,
  makeVenueMachine,
} from './makers'
