import type { Duplex } from 'node:stream'
import type { GetScores } from '@multiball/shared/schema'
import type * as v from 'valibot'
import { WebSocket } from 'ws'
import { anonymous } from '../../ground/http/actors'
import type { Actor } from '../../ground/http/actors'
import type { LiveBoard } from './liveBoard'
import type { Audience } from './sources/boardSource'

/*
 * Who watches what. A connection is one socket, either for the board in its address or shared by the boards of a page.
 * Each GET_SCORES makes a subscription and ends the earlier one for the same board, so that the newest request counts:
 *
 *   asking    access is being checked; it is sent nothing yet
 *   watching  it is sent every state of its board
 *   over      left, cut off, replaced, or its connection closed; it is sent nothing more
 */

/** Close codes: like HTTP's 404; a violation; come back later; the server restarts. */
export const closeCodes = { gone: 4404, policy: 1008, later: 1013, restart: 1012 }

/**
 * A socket. What is known of it is kept in fields of the socket itself, and all share the same listeners: memory limits
 * the number of viewers.
 */
export class Connection extends WebSocket {
  /** the TCP or TLS stream below */
  declare stream: Duplex
  /** the live name of the board in its address; undefined on a shared socket */
  name: string | undefined = undefined
  /** the foreign site whose page opened it; undefined for our own */
  site: string | undefined = undefined
  subscriptions: readonly Subscription[] = []
  /** since when it has not taken what it was sent, by `elapsed`; 0 while it takes it */
  behindSince = 0
  isAlive = true
  /** it reads compressed messages */
  takesDeflated = false
  /** messages it may still send in this period */
  allowance = 0
}

/** The board that a viewer asks for, with the key and the login token it has. */
export type BoardRequest = Omit<v.InferOutput<typeof GetScores>, 'type'>

/** One board on one connection. */
export class Subscription {
  /** while it watches */
  board: LiveBoard | undefined = undefined
  /** whose token it gave, when that was last checked */
  actor: Actor = anonymous
  audience: Audience = 'everyone'
  /** let in by the key of a board that contains its board */
  isIndirect = false
  /** of the newest state it was sent */
  seq = 0

  constructor(
    readonly connection: Connection,
    /** the board's live name */
    public name: string,
    readonly key: string | undefined,
    /** a login token */
    readonly token: string | undefined,
  ) {}

  get isOver(): boolean {
    return this.connection.readyState !== this.connection.OPEN || !this.connection.subscriptions.includes(this)
  }
}
