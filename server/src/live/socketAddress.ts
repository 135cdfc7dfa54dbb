import { isLiveBoardType, sharedSocketPath } from '@multiball/shared/schema'

/** What a websocket is opened for: one board, or to carry several. */
export interface SocketAddress {
  type: string
  id: number
  isCarrier: boolean
}

const ofBoard = /^\/([a-z]{2,30})\/([1-9]\d{0,14})\/scores\/websocket\/?(?:\?.*)?$/

const ofCarrier = new RegExp(`^${sharedSocketPath}?(?:\\?.*)?$`)

/** Reads the address of a websocket, such as `/scoreboard/1/scores/websocket/`; undefined when nothing is there. */
export function readSocketAddress(url: string): SocketAddress | undefined {
  if (ofCarrier.test(url)) return { type: 'all', id: 0, isCarrier: true }
  const [, type, id] = ofBoard.exec(url) ?? []
  return type && id && isLiveBoardType(type) ? { type, id: Number(id), isCarrier: false } : undefined
}
