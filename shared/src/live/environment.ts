import { getBootstrap, getScores } from '@multiball/shared/api'
import { ApiError, pageConfig } from '@multiball/shared/client'
import { isLiveBoardType, type BoardType, type BootstrapOf, type ScoresOf } from '@multiball/shared/schema'
import { createSharedSocket } from './sharedSocket'
import { sharedSocketAddress, socketAddress, type BoardAddress, type SocketLike } from './socket'

/** A board as it was last seen: its bootstrap with its newest scores. */
export interface Remembered {
  bootstrap: BootstrapOf
  /** ms since 1970 when the server was last seen */
  asOf: number
}

/** What is known of boards beyond the life of a page. Never throws. */
export interface BoardMemory {
  /** undefined for a board that is not remembered, or not any more */
  recall(address: BoardAddress): Promise<Remembered | undefined>
  /** called with every state: what is too often for the store is the memory's to leave out */
  keep(address: BoardAddress, remembered: Remembered): void
  /** the board was deleted, or may not be seen any more */
  forget(address: BoardAddress): void
}

/** Everything of the outer world that a watched board touches; a test gives its own. */
export interface LiveEnvironment {
  /** ms since 1970 */
  now(): number
  setTimeout(run: () => void, ms: number): unknown
  clearTimeout(handle: unknown): void
  /** 0 ≤ random < 1 */
  random(): number
  /** 0 ≤ turn < 1: when the boards of this page connect again, in place of a random number for each: those on one socket come back together */
  turn?: number
  /** @throws when the browser refuses the address */
  openSocket(address: BoardAddress): SocketLike
  /** @throws ApiError */
  getBootstrap(address: BoardAddress, signal: AbortSignal): Promise<BootstrapOf>
  /** @throws ApiError */
  getScores(address: BoardAddress, signal: AbortSignal): Promise<ScoresOf>
  /**
   * Tells when somebody may be looking again: the tab came into view, or the network changed.
   * @returns ends it
   */
  onWake(listener: () => void): () => void
  /** where a page has one: what stands in while the server does not answer */
  memory?: BoardMemory
  log(text: string): void
}

/** A board type without calls of its own is a board that is not there. */
function viewed({ type }: BoardAddress): BoardType {
  if (isLiveBoardType(type)) return type
  throw new ApiError({ status: 404, detail: 'Item not found.' })
}

function onWake(listener: () => void): () => void {
  const seen = () => {
    if (document.visibilityState === 'visible') listener()
  }
  // A streaming program says so when it shows its browser source again.
  const sourceSeen = (event: Event) => {
    if ((event as CustomEvent<{ visible?: unknown }>).detail?.visible === true) listener()
  }
  document.addEventListener('visibilitychange', seen)
  addEventListener('obsSourceVisibleChanged', sourceSeen)
  addEventListener('online', listener)
  // Not believed, only checked: a wall may have its server on the same machine.
  addEventListener('offline', listener)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('obsSourceVisibleChanged', sourceSeen)
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

const openOwn: LiveEnvironment['openSocket'] = (address) =>
  new WebSocket(socketAddress(pageConfig().scoresHost, address, Math.random())) as SocketLike
const openShared = () => new WebSocket(sharedSocketAddress(pageConfig().scoresHost)) as SocketLike

/** One socket a board, and one for all that are parts of another board. */
let openers = { board: openOwn, part: createSharedSocket(openShared, openOwn) }

/** Lets boards that are watched from now on have their sockets from somewhere else, such as one for all of a page. */
export function openSocketsWith(open: LiveEnvironment['openSocket']): void {
  openers = { board: open, part: open }
}

/** The real clock, network and document of the page. */
export const browserEnvironment: LiveEnvironment = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  random: () => Math.random(),
  turn: Math.random(),
  openSocket: (address) => openers.board(address),
  getBootstrap: async (address, signal) => getBootstrap(viewed(address), address.id, { key: address.key, signal }),
  getScores: async (address, signal) => getScores(viewed(address), address.id, { key: address.key, signal }),
  onWake,
  log: (text) => console.info(text),
}

/** The same for boards that another one shows beside its own, as a grid does: one socket carries them all, however many. */
export const partsEnvironment: LiveEnvironment = {
  ...browserEnvironment,
  openSocket: (address) => openers.part(address),
  get memory() {
    return browserEnvironment.memory
  },
}
