import { liveName, sharedSocketPath, type BoardType } from '@multiball/shared/schema'

/** Which board is watched; `key` opens a private one. */
export interface BoardAddress {
  type: BoardType
  id: number
  key?: string
}

/** One text per address: the same board with another key is another address. */
export const addressText = ({ type, id, key = '' }: BoardAddress) => `${liveName(type, id)} ${key}`

const socketOrigin = (base: string) => base.replace(/\/+$/, '') || location.origin.replace(/^http/, 'ws')

/**
 * Address of a board's websocket. The key is not part of it: addresses end up in logs.
 * @param base ws: or wss: address without a path, or '' for the page's own origin
 * @param random 0 ≤ random < 1, gives the session number
 */
export const socketAddress = (base: string, { type, id }: BoardAddress, random: number): string =>
  `${socketOrigin(base)}/${type}/${id}/scores/websocket/?session=${Math.floor(random * 1000)}`

/** Address of the websocket that carries several boards; `base` as in {@link socketAddress}. */
export const carrierAddress = (base: string): string => socketOrigin(base) + sharedSocketPath
