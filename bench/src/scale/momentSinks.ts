import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Moment } from '@multiball/shared/schema'
import WebSocket from 'ws'
import type { Endings } from './scaleRig'

/* Who is told of moments. Where a server has left them, they go on at the next one. */

type Entry = Pick<Moment, 'id' | 'place' | 'state'>

/** The newest entry of each moment, in order. */
export const newestOf = (entries: readonly Entry[]): string[] =>
  [...new Map(inOrder(entries).map((entry) => [entry.id, entry])).values()]
    .toSorted((one, other) => one.place - other.place)
    .map(({ place, state, id }) => `${place} ${state} ${id}`)

const inOrder = (entries: readonly Entry[]) => entries.toSorted((one, other) => one.place - other.place)

/**
 * Follows all moments of an owner until `ending`, from the first one on. Answers what it is told.
 * @param next the address of a server, of another one each time
 * @param byHeader says how far it is as an EventSource does
 */
export function follow(next: () => string, token: string, byHeader: boolean, ending: AbortSignal): readonly Entry[] {
  const told: Entry[] = []
  let last = 0
  const read = (event: string) => {
    const [, data] = /^data: (.+)/m.exec(event) ?? []
    if (data) told.push(JSON.parse(data) as Moment)
    last = Number(/^id: (\d+)/m.exec(event)?.[1] ?? last)
  }
  const listen = async () => {
    const headers = { authorization: `Token ${token}`, ...(byHeader && { 'last-event-id': String(last) }) }
    const address = `${next()}/api/moments/stream/?after=${byHeader ? 0 : last}`
    const stream = await fetch(address, { headers, signal: ending })
    if (!stream.ok) return
    let text = ''
    for await (const part of stream.body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + part).split('\n\n')
      text = events.pop()!
      for (const event of events) read(event)
    }
  }
  const listenOn = async () => {
    for (; !ending.aborted; await wait(100)) await listen().catch(() => 'It was cut off.')
  }
  void listenOn()
  return told
}

/** only what `breaks off` has been taken all the same; one that `closes` is away for a second */
type Misdeed = 'fails' | 'hangs' | 'breaks off' | 'closes'

interface Receiver {
  url: string
  told: readonly Entry[]
  /** places of those that were answered well */
  taken: readonly number[]
  /** ids of deliveries, by place */
  deliveries: ReadonlyMap<number, ReadonlySet<unknown>>
}

/** A receiver of a webhook on this port, which misbehaves at every third post until it has done all of these. */
export function receive(endings: Endings, port: number, misdeeds: Misdeed[]): Receiver {
  const told: Entry[] = []
  const taken: number[] = []
  const deliveries = new Map<number, Set<unknown>>()
  let posts = 0
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { moment } = JSON.parse(body) as { moment: Moment }
      const ids = deliveries.get(moment.place) ?? new Set()
      deliveries.set(moment.place, ids.add(request.headers['multiball-delivery']))
      posts += 1
      const misdeed = posts % 3 === 0 ? misdeeds.shift() : undefined
      if (misdeed === undefined || misdeed === 'breaks off') told.push(moment)
      if (misdeed === 'closes') server.close(() => setTimeout(() => server.listen(port, '127.0.0.1'), 1_000))
      if (misdeed === 'fails') response.writeHead(500).end()
      else if (misdeed === 'breaks off' || misdeed === 'closes') request.socket.destroy()
      else if (misdeed === undefined) {
        taken.push(moment.place)
        response.writeHead(204).end()
      }
    })
  }).listen(port, '127.0.0.1')
  endings.add(() => server.close().closeAllConnections())
  return { url: `http://127.0.0.1:${port}/`, told, taken, deliveries }
}

/** A screen that shows this scoreboard until `ending`. Answers the ids of the moments that it was sent. */
export function watch(next: () => string, board: number, ending: AbortSignal): ReadonlySet<string> {
  const shown = new Set<string>()
  const open = () => {
    if (ending.aborted) return
    const socket = new WebSocket(`${next().replace('http', 'ws')}/scoreboard/${board}/scores/websocket/`)
    ending.addEventListener('abort', () => socket.terminate())
    socket.on('error', () => {})
    socket.once('open', () => socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board}:scores` })))
    socket.once('close', () => setTimeout(open, 100))
    socket.on('message', (text: Buffer) => {
      for (const { id } of (JSON.parse(text.toString()) as { moments?: Moment[] }).moments ?? []) shown.add(id)
    })
  }
  open()
  return shown
}
