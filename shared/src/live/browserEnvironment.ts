import { getBootstrap, getScores } from '@multiball/shared/api'
import { ApiError, pageConfig } from '@multiball/shared/client'
import { isLiveBoardType, type BoardType } from '@multiball/shared/schema'
import { carrierAddress, socketAddress, type BoardAddress } from './address'
import type { LiveEnvironment } from './environment'
import { createSharedSocket } from './sharedSocket'
import type { SocketLike } from './socket'

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

const openOwn: LiveEnvironment['openSocket'] = (address) => new WebSocket(socketAddress(pageConfig().scoresHost, address, Math.random())) as SocketLike
const openCarrier = () => new WebSocket(carrierAddress(pageConfig().scoresHost)) as SocketLike

/** One socket a board, and one for all that are parts of another board. */
let openers = { board: openOwn, part: createSharedSocket(openCarrier, openOwn) }

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
