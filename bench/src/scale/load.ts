import WebSocket from 'ws'
import { Connection, requestHead } from '../ingest/connection'
import { fourPlayerEntry } from '../rig'
import { quantile } from '../table'

/*
 * Machines that post and viewers that watch, in a process of their own. Machines post at their times whatever happened to the
 * last post, or, without a pace, as soon as that is answered. Viewers count what they are sent, and read it only where the
 * machines of their boards are named.
 */

export type Order =
  /** `keys`: of each board's machine, whose viewers note when its posts arrive */
  | { type: 'watch'; port: number; boards: readonly number[]; viewers: number; keys?: readonly string[] }
  /** `perSecond` of each machine; undefined: as fast as they are answered */
  /** posts, or with no machines only what happens meanwhile */
  | { type: 'post'; port: number; keys: readonly string[]; perSecond: number | undefined; milliseconds: number }

export interface Outcome {
  /** posts that were answered with 200, and the others */
  posts: number
  failed: number
  /** states that viewers were sent meanwhile, and their bytes */
  deliveries: number
  bytes: number
  milliseconds: number
  /** of viewers that note it: ms from a post until they had it or a newer one, and deliveries that never came */
  p50: number
  p99: number
  missing: number
}

interface Game {
  session: string
  firstSequence: number
  posts: number
  /** when each post was sent */
  sentAt: number[]
}

/** A viewer that notes what it is sent of a game. */
interface Witness {
  game: Game
  /** how many of its posts have arrived */
  arrived: number
}

/** What has not arrived by then is missing. */
const patienceMs = 5_000

const count = { deliveries: 0, bytes: 0 }
const games = new Map<string, Game>()
const witnesses: Witness[] = []
let delays: number[] = []
const connections = new Map<string, Connection>()

/** One game, whichever process of the bench plays it: a game that ends is packed a minute later, within what somebody else measures. */
function gameOf(key: string): Game {
  const game = games.get(key) ?? { session: key, firstSequence: Date.now(), posts: 0, sentAt: [] }
  games.set(key, game)
  return game
}

const scoreOf = /"score":(\d+)/

/** Notes the posts up to the one whose score this is. */
function look(witness: Witness, text: string) {
  const { firstSequence, sentAt } = witness.game
  const seen = Number(scoreOf.exec(text)?.[1] ?? 0) - firstSequence
  while (witness.arrived < Math.min(seen, sentAt.length)) {
    delays.push(performance.now() - sentAt[witness.arrived]!)
    witness.arrived += 1
  }
}

const missing = () => witnesses.reduce((sum, { game, arrived }) => sum + game.posts - arrived, 0)

/** Resolves once it has its board's state. @param key of the board's machine, where arrivals are noted */
function watch(port: number, board: number, key: string | undefined): Promise<void> {
  const witness = key === undefined ? undefined : { game: gameOf(key), arrived: gameOf(key).posts }
  if (witness) witnesses.push(witness)
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/scoreboard/${board}/scores/websocket/`, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    socket.once('open', () => socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board}:scores` })))
    socket.once('error', reject)
    socket.once('close', (code) => reject(new Error(`A viewer was closed with ${code}`)))
    socket.once('message', () => resolve())
    socket.on('message', (text: Buffer) => {
      count.deliveries += 1
      count.bytes += text.length
      if (witness) look(witness, text.toString('latin1'))
    })
  })
}

async function post(port: number, key: string): Promise<boolean> {
  const game = gameOf(key)
  // A proxy closes a connection now and then, and any server one that is idle.
  const open = connections.get(key)
  const connection = open && !open.isClosed ? open : await Connection.open(port)
  connections.set(key, connection)
  game.sentAt.push(performance.now())
  game.posts += 1
  const sequence = game.firstSequence + game.posts
  // The score says which post it is.
  const body = JSON.stringify(fourPlayerEntry(game.session, sequence, sequence))
  const request =
    requestHead(
      'POST',
      '/api/entry/',
      `Authorization: Token ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`,
    ) + body
  const status = await new Promise<number>((resolve) => connection.send(request, resolve))
  return status === 200
}

async function postFor({ port, keys, perSecond, milliseconds }: Extract<Order, { type: 'post' }>): Promise<Outcome> {
  const before = { ...count }
  delays = []
  for (const witness of witnesses) witness.arrived = witness.game.posts
  const begun = performance.now()
  const outcome = { posts: 0, failed: 0 }
  const note = (isGood: boolean) => void (outcome[isGood ? 'posts' : 'failed'] += 1)
  const machine = async (key: string, at: number) => {
    const everyMs = perSecond === undefined ? 0 : 1_000 / perSecond
    // Spread over the time between two posts.
    for (let due = begun + (everyMs * at) / keys.length; due < begun + milliseconds; due += everyMs) {
      const waitMs = due - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
      if (performance.now() > begun + milliseconds) return
      note(await post(port, key))
    }
  }
  await Promise.all(keys.map(machine))
  const restMs = begun + milliseconds - performance.now()
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
  // What is on its way.
  await new Promise((resolve) => setTimeout(resolve, 150))
  for (const until = performance.now() + patienceMs; missing() > 0 && performance.now() < until;)
    await new Promise((resolve) => setTimeout(resolve, 50))
  const { deliveries, bytes } = count
  return {
    ...outcome,
    deliveries: deliveries - before.deliveries,
    bytes: bytes - before.bytes,
    milliseconds: performance.now() - begun,
    p50: quantile(delays, 0.5),
    p99: quantile(delays, 0.99),
    missing: missing(),
  }
}

async function gather({ port, boards, viewers, keys }: Extract<Order, { type: 'watch' }>): Promise<void> {
  for (let first = 0; first < viewers; first += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, viewers - first) }, (_, at) => {
        const place = (first + at) % boards.length
        return watch(port, boards[place]!, keys?.[place])
      }),
    )
  }
}

process.on('message', (order: Order) => {
  if (order.type === 'watch') void gather(order).then(() => process.send!('watching'))
  else void postFor(order).then((outcome) => process.send!(outcome))
})
process.on('disconnect', () => process.exit())
process.send!('ready')
