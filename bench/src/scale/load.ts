import WebSocket from 'ws'
import { Connection, requestHead } from '../ingest/connection'
import { fourPlayerEntry } from '../stage'

/*
 * Machines that post and viewers that watch, in a process of their own. Machines post at their times whatever happened to the
 * last post, or, without a pace, as soon as that is answered. Viewers count what they are sent and do not read it.
 */

export type Order =
  | { type: 'watch'; port: number; boards: readonly number[]; viewers: number }
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
}

const count = { deliveries: 0, bytes: 0 }
const sessions = new Map<string, { session: string; firstSequence: number; posts: number }>()
const connections = new Map<string, Connection>()

/** Resolves once it has its board's state. */
function watch(port: number, board: number): Promise<void> {
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
    })
  })
}

async function post(port: number, key: string): Promise<boolean> {
  // One game, whichever process of the bench plays it: a game that ends is packed a minute later, within what somebody else measures.
  const game = sessions.get(key) ?? { session: key, firstSequence: Date.now(), posts: 0 }
  sessions.set(key, game)
  game.posts += 1
  const body = JSON.stringify(fourPlayerEntry(game.session, game.firstSequence + game.posts, game.posts * 1_010))
  const connection = connections.get(key) ?? (await Connection.open(port))
  connections.set(key, connection)
  const request =
    requestHead(
      'POST',
      '/api/entry/',
      `Authorization: Token ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`,
    ) + body
  const status = await new Promise<number>((resolve) => connection.send(request, resolve))
  // A proxy closes a connection now and then.
  if (status === 0) connections.delete(key)
  return status === 200
}

async function postFor({ port, keys, perSecond, milliseconds }: Extract<Order, { type: 'post' }>): Promise<Outcome> {
  const before = { ...count }
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
  const { deliveries, bytes } = count
  return {
    ...outcome,
    deliveries: deliveries - before.deliveries,
    bytes: bytes - before.bytes,
    milliseconds: performance.now() - begun,
  }
}

async function gather({ port, boards, viewers }: Extract<Order, { type: 'watch' }>): Promise<void> {
  for (let first = 0; first < viewers; first += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, viewers - first) }, (_, at) =>
        watch(port, boards[(first + at) % boards.length]!),
      ),
    )
  }
}

process.on('message', (order: Order) => {
  if (order.type === 'watch') void gather(order).then(() => process.send!('watching'))
  else void postFor(order).then((outcome) => process.send!(outcome))
})
process.on('disconnect', () => process.exit())
process.send!('ready')
