export {
  apiTokens,
  authenticate,
  changeEmail,
  changePassword,
  deleteAccount,
  exportAccount,
  getCounts,
  getProfile,
  getResetLink,
  getSetup,
  getUser,
  getVerifyLink,
  listActivity,
  logins,
  register,
  requestMail,
  resetPassword,
  revokeToken,
  searchUsers,
  setUp,
  updateProfile,
  verifyEmail,
} from './account'
export type { MailKind } from './account'
export { allRows } from './allRows'
export {
  boards,
  changeStreamControl,
  comboboards,
  createFromMachines,
  customBoards,
  getStreamControl,
  leaderboards,
  makeFeedKey,
  scoreboards,
  slideshows,
  streamboards,
} from './boards'
export type { BoardOf, BoardQuery, BoardResource, CustomInput, InputOf } from './boards'
export { bridges } from './bridges'
export { hooks } from './hooks'
export { getMachine, listMachineGroups, listMachines } from './catalogue'
export type { CatalogueQuery } from './catalogue'
export { claims, getClaimCode, listGuestGames, listOwnGames, takeGuestGames } from './claims'
export type { Guest } from './claims'
export { embeds } from './embeds'
export { addedScores, downloadGames, getGameTimeline, getTopScores, listPlayedGames, machineCalls } from './games'
export type { SentEntry } from './games'
export { createSlideshowImage, getSlideshowImage } from './images'
export { matchPlay, postFiles } from './matchPlay'
export { getMomentCard, listMoments } from './moments'
export type { MomentsOf } from './moments'
export { operators, platform, reviews } from './platform'
export { gamePhotos, getGuestLink, guestScores, sentScores, waitingScores } from './sentScores'
export { getTonight, getTvCode, getTvState, reportTvSound, tvs } from './tvs'
export { getCurrentGame, getVenueMachine, listHotMachines, listVenueMachines, ownMachines } from './venueMachines'
export type { VenueMachineQuery } from './venueMachines'
export { venues } from './venues'
export { getAttract, getBootstrap, getScores, getSlideshow } from './viewing'
