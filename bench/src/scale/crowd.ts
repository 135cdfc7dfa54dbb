import http from 'node:http'
import { ApiError } from '@multiball/shared/client'
import { boardAtom, watchBoard, type BoardAddress, type LiveEnvironment, type SocketLike } from '@multiball/shared/live'
import { scoreFromWire, type Game, type BootstrapOf, type ScoresOf } from '@multiball/shared/schema'
import { createStore } from 'jotai'
import WebSocket from 'ws'

/*
 * Many viewers in a process of their own, each with a store, a socket and an address of its own: the code that a page
 * runs, with Node's network. Reports what each of them saw when asked.
 */

/** Follows what one viewer shows, state by state. */
interface Watchful {
  look(games: readonly Game[]): void
  /** states that were older than one before: another score fell, a settled game continued, or an older game came back */
  backwards(): number
  score(): number | undefined
}

function watchful(): Watchful {
  let older = 0
  let last: Game | undefined

  const isOlder = (game: Game, than: Game) => {
    if (game.id !== than.id) return game.id < than.id
    if (than.settled_on && !game.settled_on) return true
    return than.scores.some(
      ({ position, score }) =>
        scoreFromWire(game.scores.find((one) => one.position === position)?.score ?? -1) < scoreFromWire(score),
    )
  }

  return {
    look([game]) {
      if (!game || game === last) return
      if (last && isOlder(game, last)) older += 1
      last = game
    },
    backwards: () => older,
    score: () => (last ? Number(last.scores[0]?.score) : undefined),
  }
}

export interface Orders {
  url: string
  /** scoreboards, watched in turn */
  boards: number[]
  viewers: number
  /** how many times shorter every wait is */
  speed: number
  /** viewers all draw the same when they draw how long they wait: broken on purpose */
  isTogether?: boolean
}

export interface Seen {
  board: number
  /** states in which a score, or the game itself, was older than before */
  backwards: number
  isLive: boolean
  /** when it lost its socket and when it was live again; ms since 1970 */
  losses: { lostAt: number; backAt: number }[]
  /** the first player's score in the newest game on show */
  score: number | undefined
}

/** Connections that nobody uses are closed soon, so that a viewer takes one open file. */
const agent = new http.Agent({ keepAlive: true, timeout: 1_000 })
/** One address each, as TVs have: reads are limited by address. */
const addressOf = (viewer: number) => `127.1.${Math.floor(viewer / 250)}.${(viewer % 250) + 1}`

function read<Answer>(url: string, localAddress: string, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, localAddress, signal }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if (status === 200) resolve(JSON.parse(text) as Answer)
        else reject(new ApiError({ status, detail: text }))
      })
    })
    request.on('error', reject)
    request.setTimeout(10_000, () => request.destroy(new Error('No answer')))
  })
}

const environmentOf = ({ url, speed, isTogether }: Orders, viewer: number): LiveEnvironment => {
  const localAddress = addressOf(viewer)
  const path = ({ type, id }: BoardAddress, call: string) => `${url}/api/${type}/${id}/${call}/`
  return {
    now: () => Date.now(),
    setTimeout: (run, ms) => setTimeout(run, ms / speed),
    clearTimeout: (handle) => clearTimeout(handle as NodeJS.Timeout),
    random: () => (isTogether ? 0 : Math.random()),
    openSocket: ({ type, id }) => {
      const socket = new WebSocket(
        `${url.replace('http', 'ws')}/${type}/${id}/scores/websocket/?session=${viewer % 1000}`,
        { localAddress, perMessageDeflate: false },
      )
      // A browser's socket that fails is closed, and nothing else.
      socket.on('error', () => {})
      return socket as unknown as SocketLike
    },
    getBootstrap: (address, signal) =>
      read<BootstrapOf<'scoreboard'>>(path(address, 'bootstrap'), localAddress, signal),
    getScores: (address, signal) => read<ScoresOf<'scoreboard'>>(path(address, 'scores'), localAddress, signal),
    onWake: () => () => {},
    log: () => {},
  }
}

function watch(orders: Orders, viewer: number): () => Seen {
  const board = orders.boards[viewer % orders.boards.length]!
  const address: BoardAddress = { type: 'scoreboard', id: board }
  const store = createStore()
  const atom = boardAtom(address)
  const eyes = watchful()
  store.sub(atom, () => {
    const games = (store.get(atom).scores as ScoresOf<'scoreboard'> | undefined)?.data ?? []
    eyes.look(games)
  })
  const losses: Seen['losses'] = []
  let lostAt: number | undefined
  let wasLive = false
  store.sub(atom, () => {
    const isLive = store.get(atom).connection === 'live'
    if (wasLive && !isLive) lostAt = Date.now()
    else if (isLive && lostAt !== undefined) {
      losses.push({ lostAt, backAt: Date.now() })
      lostAt = undefined
    }
    wasLive = isLive
  })
  watchBoard(store, address, environmentOf(orders, viewer))
  return () => ({
    board,
    backwards: eyes.backwards(),
    isLive: store.get(atom).connection === 'live',
    losses,
    score: eyes.score(),
  })
}

let crowd: (() => Seen)[] = []
process.on('message', (message: Orders | 'tell') => {
  if (message === 'tell') process.send!(crowd.map((tell) => tell()))
  else crowd = Array.from({ length: message.viewers }, (_, viewer) => watch(message, viewer))
})
process.on('disconnect', () => process.exit())
process.send!('ready')
