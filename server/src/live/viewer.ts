import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { anonymous } from '../http/actors'
import type { Actor } from '../http/actors'
import type { Audience } from './boardSource'
import type { LiveBoard } from './liveBoard'

/**
 * A viewer's socket. What the hub knows of it are fields of the socket itself, and listeners are shared functions:
 * memory is what limits the number of viewers.
 */
export class Viewer extends WebSocket {
  declare connection: Duplex
  /** the board of its address */
  declare boardType: string
  declare boardId: number
  /** set once it was let in */
  board: LiveBoard | undefined = undefined
  /** what it gave with its GET_SCORES */
  key: string | undefined = undefined
  /** the login token that it gave with it */
  token: string | undefined = undefined
  /** whose that was when it was last looked at */
  actor: Actor = anonymous
  /** the foreign site whose page it is in; undefined in our own */
  site: string | undefined = undefined
  audience: Audience = 'everyone'
  /** by `elapsed` */
  connectedAt = 0
  /** of the newest state that it was sent */
  seq = 0
  /** counts what it asked for: only the newest is answered */
  wishes = 0
  /** by `elapsed`; since when it does not take what it is sent, 0 while it does */
  behindSince = 0
  isAlive = true
  /** of a socket that carries several boards: who watches each of them, by the board's live name */
  passengers: Map<string, Viewer> | undefined = undefined
  /** messages that it may still send in this period */
  allowance = 0
}
