export type { BoardAddress, SocketLike } from './socket'
export type { BoardError, BoardLive, Connection } from './boardLive'
export {
  browserEnvironment,
  openSocketsWith,
  partsEnvironment,
  type BoardMemory,
  type LiveEnvironment,
  type Remembered,
} from './environment'
export { createSharedSocket } from './sharedSocket'
export { boardAtom, type Store } from './store'
export { listWatched, useBoard, watchBoard } from './watchBoard'
