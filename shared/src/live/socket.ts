import {
  isLiveBoardType,
  LiveMessage,
  liveName,
  scoresSchema,
  sharedSocketPath,
  type BoardType,
  type GetScores,
  type ScoresOf,
} from '@multiball/shared/schema'
import * as v from 'valibot'

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
export const sharedSocketAddress = (base: string): string => socketOrigin(base) + sharedSocketPath

/** The part of a WebSocket that is used. */
export interface SocketLike {
  send(text: string): void
  close(): void
  onopen: ((event: never) => unknown) | null
  onmessage: ((event: { data: unknown }) => unknown) | null
  onclose: ((event: { code: number; reason?: string }) => unknown) | null
  onerror: ((event: never) => unknown) | null
}

/** A board's part of a socket that others have parts of. */
export interface SharedSocket extends SocketLike {
  /** ends the connection for all of them: it is known to be dead */
  lose?(): void
}

interface SocketEvents {
  opened(): void
  received(text: string): void
  /** once, and only when the connection ended by itself */
  closed(code: number, reason?: string): void
}

/** What there is before a connection, and after its end. */
export const noConnection = { greet: () => {}, end: (_isDead?: boolean) => {} }

/**
 * One connection, never a second: it says hello when it opens, tells what it hears and that it ended.
 * A plain WebSocket and no reconnecting wrapper: when to poll and when to come back is this product's
 * own rule (schedule.ts), so the wrapper's would only have to be switched off.
 * @param hello text that is sent when the connection opens
 * @returns `greet` says hello again; `end` ends the connection, for all who share it where it is dead, and nothing is told afterwards
 */
export function connect(open: () => SocketLike, hello: string, events: SocketEvents): typeof noConnection {
  let socket: SharedSocket
  try {
    socket = open()
  } catch {
    // An address that the browser refuses to connect to.
    events.closed(1006)
    return noConnection
  }
  const release = () => {
    socket.onopen = socket.onmessage = socket.onclose = null
    // Closing a socket that never opened makes it report an error.
    socket.onerror = () => {}
  }
  socket.onopen = () => {
    socket.send(hello)
    events.opened()
  }
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') events.received(data)
  }
  socket.onclose = ({ code, reason }) => {
    release()
    events.closed(code, reason)
  }
  return {
    greet: () => socket.send(hello),
    end: (isDead) => {
      release()
      if (isDead && socket.lose) socket.lose()
      else socket.close()
    },
  }
}

/** The message that asks for a board's scores, sent when its socket opens and when it is checked; `token` is that of who is signed in. */
export function getScoresMessage({ type, id, key }: BoardAddress, token?: string): string {
  const message: v.InferInput<typeof GetScores> = {
    type: 'GET_SCORES',
    name: liveName(type, id),
    ...(key && { key }),
    ...(token && { token }),
  }
  return JSON.stringify(message)
}

const fromJson = v.pipe(v.string(), v.parseJson(), LiveMessage)

/** What a socket's text means for one board. */
type Reading =
  | { type: 'scores'; scores: ScoresOf }
  | { type: 'refused'; status: number; detail: string }
  | { type: 'ignored'; reason: string }

/** Reads one text of the board's socket; what it does not understand is `ignored`, with the reason. */
export function readMessage(text: string, address: BoardAddress): Reading {
  const { success, output: message } = v.safeParse(fromJson, text)
  if (!success) return { type: 'ignored', reason: 'not a live message' }
  if (message.type === 'UNKNOWN') return { type: 'ignored', reason: 'type UNKNOWN' }
  if (message.name !== liveName(address.type, address.id)) return { type: 'ignored', reason: 'of another board' }
  switch (message.type) {
    case 'SCORES': {
      const state = isLiveBoardType(address.type) ? v.safeParse(scoresSchema(address.type), message) : undefined
      return state?.success
        ? { type: 'scores', scores: state.output }
        : { type: 'ignored', reason: `not a state of a ${address.type}` }
    }
    case 'ERROR':
      return { type: 'refused', status: message.status, detail: message.detail }
  }
}

/** A log that says everything once: a server that repeats itself 20 times a second must not fill the console. */
export function onceEach(log: (text: string) => void): (text: string) => void {
  const said = new Set<string>()
  return (text) => {
    if (said.has(text)) return
    said.add(text)
    log(text)
  }
}
