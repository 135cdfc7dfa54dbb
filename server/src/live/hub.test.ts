import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import type { Game, LiveBoardType, LiveMessage, ScoreboardScores } from '@multiball/shared/schema'
import { boardIsPrivate } from '@multiball/shared/schema'
import { WebSocket } from 'ws'
import type { BoardName } from '../boards/visibility'
import { anonymous } from '../http/actors'
import { alike } from './boardSource'
import type { BoardSource, BoardView } from './boardSource'
import { containerView } from './container'
import { LiveHub } from './hub'
import type { HubOptions, LiveGames } from './hub'
import { paceMs } from './pace'

type Scores = { type: 'SCORES'; name: string } & Required<ScoreboardScores>

interface BoardOptions {
  isPublic?: boolean
  key?: string
  title?: string
  owner?: number
  /** that may show it */
  sites?: string[]
}

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** A hub on a real server, with games and boards of the test and a clock that stands still. */
async function stage({ padding = 0, ...options }: HubOptions & { /** bytes by which states are larger */ padding?: number } = {}) {
  const scores = new Map<number, number>()
  const listeners = new Set<Parameters<LiveGames['onChange']>[0]>()
  const renameListeners = new Set<() => void>()
  let reads = 0
  const current = async (id: number): Promise<Game | null> => {
    reads += 1
    const score = scores.get(id)
    if (score === undefined) return null
    return { id, venuemachine_id: id, scores: [{ position: 1, score, player: null }], current_player: 1, current_ball: 1, settled_on: null, game_modes: padding ? ['x'.repeat(padding)] : [] }
  }
  const games: LiveGames = {
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    onRename: (listener) => {
      renameListeners.add(listener)
      return () => void renameListeners.delete(listener)
    },
  }
  const views = new Map<string, BoardView>()
  let boardReads = 0
  const source = (type: LiveBoardType): BoardSource => ({
    type,
    read: async (id) => {
      boardReads += 1
      const view = views.get(`${type} ${id}`)
      // As an answer of the database: it may be of the past when it arrives.
      await new Promise(setImmediate)
      return view
    },
    versions: async (ids) => new Map(ids.flatMap((id) => (views.has(`${type} ${id}`) ? [[id, views.get(`${type} ${id}`)!.version]] : []))),
  })
  const clock = { now: 1_000_000 }
  const timers: { at: number; work: () => void }[] = []
  /** keys of what contains a board, by its name */
  const containerKeys = new Map<string, string[]>()
  let keyReads = 0
  const hub = new LiveHub(games, [source('scoreboard'), source('leaderboard'), source('comboboard'), source('streamboard')], {
    now: () => clock.now,
    schedule: (work, delayMs) => void (delayMs <= 0 ? setImmediate(work) : timers.push({ at: clock.now + delayMs, work })),
    viewerKeysOf: async ({ type, id }) => {
      keyReads += 1
      return containerKeys.get(`${type} ${id}`) ?? []
    },
    // Machines 1 to 99 have title 100, those up to 199 another one, the others are not known.
    titleOf: (id) => (id < 200 ? 100 * (1 + Math.floor(id / 100)) : undefined),
    ...options,
  })
  const server = createServer()
  hub.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(async () => {
    await hub.close()
    server.closeAllConnections()
    server.close()
  })

  const setView = (type: LiveBoardType, id: number, { isPublic = true, key = 'right', title = 'Board', owner = 1, sites = [] }: BoardOptions, version: unknown, view: Pick<BoardView, 'watches' | 'state'>) =>
    views.set(`${type} ${id}`, {
      version: `${isPublic} ${key} ${title} ${sites.join()} ${JSON.stringify(version)}`,
      access: { is_public: isPublic, owner_id: owner, viewer_key: key, embed_sites: sites },
      ...view,
    })
  const setBoard = (id: number, { machines = [id], ...board }: BoardOptions & { machines?: number[] } = {}) => {
    const settings = { id, title: board.title ?? 'Board' }
    setView('scoreboard', id, board, machines, {
      watches: { games: machines },
      state: async () => alike({ settings, body: { data: (await Promise.all(machines.map(current))).filter((game) => game !== null) } }),
    })
  }
  setBoard(1)
  const counted = { best: 0, staleAt: undefined as number | undefined, times: 0 }
  const setLeaderboard = (id: number, { machines, titles, ...board }: BoardOptions & { machines?: number[]; titles?: number[] }) =>
    setView('leaderboard', id, board, [machines, titles], {
      watches: { settledGames: machines, settledTitles: titles },
      state: async () => {
        counted.times += 1
        return alike({ settings: { id, title: board.title ?? 'Best' }, body: { data: [{ scores: [counted.best] }] } }, counted.staleAt)
      },
    })
  /** A comboboard, or a streamboard in the same words. */
  const setContainer = (id: number, items: BoardName[], { type = 'comboboard', ...board }: BoardOptions & { type?: 'comboboard' | 'streamboard' } = {}) =>
    setView(type, id, board, items, containerView({
      ownerId: board.owner ?? 1,
      items,
      boardOf: (item) => item,
      settings: (parts) => ({ id, title: board.title ?? 'All', boards: parts.map(({ shown }) => shown?.settings ?? boardIsPrivate) }),
      body: (parts) => ({ boards: parts.map(({ shown }) => shown?.body ?? boardIsPrivate) }),
    }))

  return {
    hub,
    clock,
    timers,
    setBoard,
    setLeaderboard,
    setContainer,
    views,
    counted,
    containerKeys,
    address: addressOf(server),
    reads: () => reads,
    boardReads: () => boardReads,
    keyReads: () => keyReads,
    score: (machine: number, score: number, isSettled = false) => {
      scores.set(machine, score)
      for (const listener of listeners) listener(machine, { isSettled })
    },
    rename: () => {
      for (const listener of renameListeners) listener()
    },
    /** the newest state as a poll reads it */
    stateOf: async (type: string, id: number, key?: string) => {
      const { channel } = await hub.open(type, id, anonymous, key)
      return JSON.parse(channel.scoresAnswer().bytes.toString()) as Scores
    },
    /** lets the clock go on, and does what is due */
    pass: async (ms: number) => {
      clock.now += ms
      for (const timer of timers.splice(0)) {
        if (timer.at <= clock.now) timer.work()
        else timers.push(timer)
      }
      await settle()
    },
    watch: (id = 1, { key, type = 'scoreboard', name = `${type}:${id}:scores`, origin }: { key?: string; name?: string; type?: string; origin?: string } = {}) =>
      watch(server, `/${type}/${id}/scores/websocket/?session=7`, { type: 'GET_SCORES', name, key }, origin),
    open: (path: string, origin?: string) => watch(server, path, undefined, origin),
  }
}

const addressOf = (server: Server) => `ws://127.0.0.1:${(server.address() as AddressInfo).port}`

/** Resolves once it is so; throws when it does not become so. */
async function until(isSo: () => boolean) {
  for (let attempt = 0; !isSo(); attempt += 1) {
    if (attempt > 2_000) throw new Error('It did not happen')
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

/** Lets what was written arrive. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
  await new Promise((resolve) => setTimeout(resolve, 15))
}

async function watch(server: Server, path: string, hello?: object, origin?: string) {
  const socket = new WebSocket(addressOf(server) + path, { origin })
  endings.push(() => socket.terminate())
  const heard: LiveMessage[] = []
  socket.on('message', (data) => heard.push(JSON.parse(data.toString()) as LiveMessage))
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  if (hello) say(hello)
  return {
    socket,
    heard,
    closed,
    say,
    scores: () => (heard.filter(({ type }) => type === 'SCORES') as unknown as Scores[]).map(({ data }) => data[0]?.scores[0]?.score),
    hears: (count: number) => until(() => heard.length >= count),
  }
}

test('API-08 LIV-01 a viewer that says GET_SCORES gets the whole state, then every newer one', async () => {
  const { score, watch } = await stage()
  score(1, 10)
  const viewer = await watch()
  await viewer.hears(1)
  score(1, 20)
  await viewer.hears(2)
  const [before, after] = viewer.heard as unknown as [Scores, Scores]
  expect(before).toEqual({
    type: 'SCORES',
    name: 'scoreboard:1:scores',
    data: [{ id: 1, venuemachine_id: 1, scores: [{ position: 1, score: 10, player: null }], current_player: 1, current_ball: 1, settled_on: null, game_modes: [] }],
    epoch: expect.any(String),
    seq: expect.any(Number),
    config: expect.any(String),
  })
  expect(after.data[0]!.scores[0]!.score).toBe(20)
  expect(after.seq).toBeGreaterThan(before.seq)
  expect(after.epoch).toBe(before.epoch)
})

test.each(['/scoreboard/1/scores/websocket/?session=12', '/scoreboard/1/scores/websocket?session=12', '/scoreboard/1/scores/websocket'])('the address %s', async (path) => {
  const { open } = await stage()
  const viewer = await open(path)
  viewer.say({ type: 'GET_SCORES', name: 'scoreboard:1:scores' })
  await viewer.hears(1)
  expect(viewer.heard).toMatchObject([{ type: 'SCORES', data: [] }])
})

test.each(['/', '/scoreboard/1/scores', '/slideshow/1/scores/websocket/', '/nothing/1/scores/websocket/', '/scoreboard/x/scores/websocket/'])('nothing is at %s', async (path) => {
  const { address } = await stage()
  const socket = new WebSocket(address + path)
  const [error] = (await once(socket, 'error')) as [Error]
  expect(error.message).toContain('404')
})

test('LIV-05 what is not understood is answered UNKNOWN, and the socket stays', async () => {
  const { open } = await stage()
  const viewer = await open('/scoreboard/1/scores/websocket/')
  viewer.say('hello')
  viewer.say({ type: 'GET_WEATHER' })
  viewer.socket.send(Buffer.from([1, 2]))
  await viewer.hears(3)
  viewer.say({ type: 'GET_SCORES', name: 'scoreboard:1:scores' })
  await viewer.hears(4)
  expect(viewer.heard.map(({ type }) => type)).toEqual(['UNKNOWN', 'UNKNOWN', 'UNKNOWN', 'SCORES'])
})

test('a board without a game, and one that only changes elsewhere, is quiet', async () => {
  const { watch, score, setBoard } = await stage()
  setBoard(2)
  const viewer = await watch()
  await viewer.hears(1)
  score(2, 10)
  await settle()
  expect(viewer.heard).toHaveLength(1)
})

describe('pace', () => {
  test.each([
    [1, 50],
    [1000, 50],
    [2000, 50],
    [4000, 100],
    [8000, 200],
  ])('%d viewers see a state every %d ms at most', (viewers, ms) => {
    expect(paceMs(viewers)).toBe(ms)
  })

  test('the first update goes out at once; those within 50 ms become one, the newest', async () => {
    const { watch, score, pass } = await stage()
    const viewer = await watch()
    await viewer.hears(1)
    score(1, 1)
    await viewer.hears(2)
    for (const points of [2, 3, 4, 5]) score(1, points)
    await pass(49)
    expect(viewer.scores()).toEqual([undefined, 1])
    await pass(1)
    await viewer.hears(3)
    expect(viewer.scores()).toEqual([undefined, 1, 5])
  })

  test('after a pause the next update goes out at once again', async () => {
    const { watch, score, clock, timers } = await stage()
    const viewer = await watch()
    score(1, 1)
    await viewer.hears(1)
    clock.now += 1000
    score(1, 2)
    await viewer.hears(2)
    expect(timers).toEqual([])
  })

  test('a state is made once for all viewers, and what says the same is not sent', async () => {
    const { watch, score, pass, reads } = await stage()
    const viewers = await Promise.all(Array.from({ length: 20 }, () => watch()))
    await Promise.all(viewers.map((viewer) => viewer.hears(1)))
    const before = reads()
    score(1, 7)
    await Promise.all(viewers.map((viewer) => viewer.hears(2)))
    expect(reads()).toBe(before + 1)
    score(1, 7)
    await pass(60)
    expect(viewers[0]!.heard).toHaveLength(2)
  })

  test('seq rises on each board, and starts anew only with the epoch', async () => {
    const { stateOf, setBoard, score } = await stage({ maxBoards: 1 })
    setBoard(2)
    const seqs: number[] = []
    for (const id of [1, 2, 1, 2, 1]) {
      score(id, seqs.length)
      seqs.push((await stateOf('scoreboard', id)).seq)
    }
    expect(seqs).toEqual([...seqs].sort((one, other) => one - other))
    expect(new Set(seqs).size).toBe(5)
    expect((await (await stage()).stateOf('scoreboard', 1)).epoch).not.toBe((await stateOf('scoreboard', 1)).epoch)
  })
})

describe('who may watch', () => {
  const gone = { type: 'ERROR', name: 'scoreboard:1:scores', detail: 'Item not found.', status: 404 }

  test.each<[string, { key?: string; name?: string; id?: number }]>([
    ['a private board without its key', {}],
    ['a private board with another key', { key: 'wrong' }],
    ['a board that is missing', { id: 9 }],
    ['another board than the address says', { name: 'scoreboard:2:scores', key: 'right' }],
  ])('%s: the same refusal, closed with 4404', async (_title, { id = 1, name = `scoreboard:${id}:scores`, key }) => {
    const { watch, setBoard } = await stage()
    setBoard(1, { isPublic: false })
    setBoard(2)
    const viewer = await watch(id, { key, name })
    expect(await viewer.closed).toBe(4404)
    expect(viewer.heard).toEqual([{ ...gone, name }])
  })

  test('the viewer key opens a private board', async () => {
    const { watch, setBoard } = await stage()
    setBoard(1, { isPublic: false })
    const viewer = await watch(1, { key: 'right' })
    await viewer.hears(1)
    expect(viewer.heard).toMatchObject([{ type: 'SCORES' }])
  })

  test('a board that turns private sends those without its key away at once', async () => {
    const { watch, setBoard, hub } = await stage()
    const [stranger, guest] = await Promise.all([watch(), watch(1, { key: 'right' })])
    await Promise.all([stranger.hears(1), guest.hears(1)])
    setBoard(1, { isPublic: false })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'closed' })
    expect(await stranger.closed).toBe(4404)
    expect(stranger.heard.at(-1)).toEqual(gone)
    await settle()
    expect(guest.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('a renewed key cuts the old link off; so does a deleted board', async () => {
    const { watch, setBoard, hub, views, stateOf } = await stage()
    setBoard(1, { isPublic: false, key: 'old' })
    const before = await watch(1, { key: 'old' })
    await before.hears(1)
    setBoard(1, { isPublic: false, key: 'new' })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'closed' })
    expect(await before.closed).toBe(4404)
    const after = await watch(1, { key: 'new' })
    await after.hears(1)
    views.delete('scoreboard 1')
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'deleted' })
    expect(await after.closed).toBe(4404)
    await expect(stateOf('scoreboard', 1)).rejects.toMatchObject({ status: 404 })
  })

  test.each(['closed', 'deleted'] as const)('a board that is %s while it is on its way into memory is not shown after that', async (reason) => {
    const { hub, setBoard, views } = await stage()
    const opening = hub.open('scoreboard', 1, { type: 'anonymous' }, undefined)
    if (reason === 'closed') setBoard(1, { isPublic: false })
    else views.delete('scoreboard 1')
    hub.boardChanged({ type: 'scoreboard', id: 1, reason })
    await opening.catch(() => {})
    await settle()
    await expect(hub.open('scoreboard', 1, { type: 'anonymous' }, undefined)).rejects.toMatchObject({ status: 404 })
  })

  test('what another process changed is found out within 5 s', async () => {
    const { watch, setBoard, hub, clock } = await stage()
    const viewer = await watch()
    await viewer.hears(1)
    setBoard(1, { isPublic: false })
    hub.tick((clock.now += 5_000))
    expect(await viewer.closed).toBe(4404)
  })

  test('other machines on a board are shown at once', async () => {
    const { watch, setBoard, hub, score } = await stage()
    score(1, 10)
    score(5, 50)
    const viewer = await watch()
    await viewer.hears(1)
    setBoard(1, { machines: [5] })
    hub.markDirty([{ type: 'scoreboard', id: 1 }])
    await viewer.hears(2)
    expect(viewer.scores()).toEqual([10, 50])
  })
})

describe('a board that only some sites may show', () => {
  const gone = { type: 'ERROR', name: 'scoreboard:1:scores', detail: 'Item not found.', status: 404 }
  const sites = ['https://partner.example', 'https://*.club.example']

  test.each([
    ['a page of a site on its list', 'https://partner.example', 'SCORES'],
    ['a page below a domain on its list', 'https://www.club.example', 'SCORES'],
    ['our own page', 'https://multiball.example', 'SCORES'],
    ['what is no page', undefined, 'SCORES'],
    ['a page of another site', 'https://other.example', 'ERROR'],
    ['a page without an origin', 'null', 'ERROR'],
  ])('%s is answered as it should be, with and without its key', async (_who, origin, type) => {
    const { watch, setBoard } = await stage({ publicOrigin: 'https://multiball.example' })
    setBoard(1, { sites })
    setBoard(2, { sites, isPublic: false })
    for (const [id, key] of [[1, undefined], [2, 'right']] as const) {
      const viewer = await watch(id, { origin, key })
      await viewer.hears(1)
      expect(viewer.heard[0]!.type).toBe(type)
      if (type === 'ERROR') expect([viewer.heard[0], await viewer.closed]).toEqual([{ ...gone, name: `scoreboard:${id}:scores` }, 4404])
    }
  })

  test('the page that the socket’s own server gave needs no place on the list', async () => {
    const { watch, setBoard, address } = await stage()
    setBoard(1, { sites })
    const viewer = await watch(1, { origin: address.replace('ws:', 'http:') })
    await viewer.hears(1)
    expect(viewer.heard).toMatchObject([{ type: 'SCORES' }])
  })

  test('a socket that carries several boards carries it to those sites alone', async () => {
    const { open, setBoard } = await stage()
    setBoard(1, { sites })
    for (const [origin, type] of [['https://other.example', 'ERROR'], ['https://partner.example', 'SCORES']] as const) {
      const carrier = await open('/scores/websocket/', origin)
      carrier.say({ type: 'GET_SCORES', name: 'scoreboard:1:scores' })
      await carrier.hears(1)
      expect([origin, carrier.heard[0]!.type]).toEqual([origin, type])
    }
  })

  test('who is taken from the list is sent away at once, the others stay', async () => {
    const { watch, setBoard, hub } = await stage()
    const [partner, other, wall] = await Promise.all([watch(1, { origin: 'https://partner.example' }), watch(1, { origin: 'https://other.example' }), watch()])
    await Promise.all([partner, other, wall].map((viewer) => viewer.hears(1)))
    setBoard(1, { sites })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'updated' })
    expect(await other.closed).toBe(4404)
    expect(other.heard.at(-1)).toEqual(gone)
    await settle()
    expect([partner, wall].map(({ socket }) => socket.readyState)).toEqual([WebSocket.OPEN, WebSocket.OPEN])
  })
})

describe('sockets that are no good', () => {
  test('one that says nothing for 10 s is closed, one that watches is not', async () => {
    const { open, watch, hub, clock } = await stage()
    const silent = await open('/scoreboard/1/scores/websocket/')
    const viewer = await watch()
    await viewer.hears(1)
    hub.tick((clock.now += 9_999))
    await settle()
    expect(silent.socket.readyState).toBe(WebSocket.OPEN)
    hub.tick((clock.now += 1))
    expect(await silent.closed).toBe(1008)
    expect(viewer.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('a message over 4 KiB closes the socket', async () => {
    const { open } = await stage()
    const viewer = await open('/scoreboard/1/scores/websocket/')
    viewer.say('x'.repeat(4097))
    expect(await viewer.closed).toBe(1009)
  })

  test('too many messages close the socket', async () => {
    const { open } = await stage()
    const viewer = await open('/scoreboard/1/scores/websocket/')
    for (let count = 0; count < 40; count += 1) viewer.say('hello')
    expect(await viewer.closed).toBe(1008)
  })

  test('one that answers pings stays, one that does not is ended', async () => {
    const { watch, hub, clock, address } = await stage()
    const viewer = await watch()
    await viewer.hears(1)
    const deaf = connect(Number(new URL(address).port), '127.0.0.1')
    deaf.write('GET /scoreboard/1/scores/websocket/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n')
    await once(deaf, 'data')
    const ended = once(deaf, 'close')
    deaf.resume().on('error', () => {})
    expect(hub.viewerCount).toBe(2)
    for (let round = 0; round < 2; round += 1) {
      hub.tick((clock.now += 25_000))
      await settle()
    }
    await ended
    expect(hub.viewerCount).toBe(1)
    expect(viewer.socket.readyState).toBe(WebSocket.OPEN)
  })

  /** Much more than the connection's own buffers hold. */
  async function flood({ score, pass }: Awaited<ReturnType<typeof stage>>) {
    for (let points = 1; points <= 100; points += 1) {
      score(1, points)
      await pass(60)
    }
  }

  /** A viewer that reads nothing any more. */
  async function stalled({ watch }: Awaited<ReturnType<typeof stage>>) {
    const viewer = await watch()
    await viewer.hears(1)
    const raw = (viewer.socket as unknown as { _socket: Socket })._socket
    raw.pause()
    return { ...viewer, raw }
  }

  const padding = 200_000

  test('a slow viewer is not queued for; when it takes again it gets the newest state', async () => {
    const scene = await stage({ padding })
    const viewer = await stalled(scene)
    await flood(scene)
    viewer.raw.resume()
    await until(() => viewer.scores().at(-1) === 100)
    expect(viewer.scores().length).toBeLessThan(80)
    // From then on it is like any other.
    scene.score(1, 101)
    await scene.pass(60)
    await until(() => viewer.scores().at(-1) === 101)
  }, 20_000)

  test('a slow viewer is ended after 30 s, the others go on', async () => {
    const scene = await stage({ padding })
    await stalled(scene)
    const other = await scene.watch()
    await flood(scene)
    scene.hub.tick((scene.clock.now += 23_000))
    await settle()
    expect(scene.hub.viewerCount).toBe(2)
    scene.hub.tick((scene.clock.now += 7_000))
    await settle()
    expect(scene.hub.viewerCount).toBe(1)
    await until(() => other.scores().at(-1) === 100)
  }, 20_000)
})

test('when the server stops, viewers are told to come back', async () => {
  const { watch, hub, address } = await stage()
  const viewers = await Promise.all([watch(), watch()])
  await Promise.all(viewers.map((viewer) => viewer.hears(1)))
  const closing = hub.close()
  expect(await Promise.all(viewers.map(({ closed }) => closed))).toEqual([1012, 1012])
  await closing
  const late = new WebSocket(`${address}/scoreboard/1/scores/websocket/`)
  expect(((await once(late, 'error')) as [Error])[0].message).toContain('503')
})

describe('states without viewers', () => {
  test('a board is read once, however many ask, and asked again only after a change', async () => {
    const { stateOf, reads, boardReads, score } = await stage()
    score(1, 10)
    await Promise.all(Array.from({ length: 50 }, () => stateOf('scoreboard', 1)))
    await stateOf('scoreboard', 1)
    expect([boardReads(), reads()]).toEqual([1, 1])
    score(1, 20)
    const states = await Promise.all(Array.from({ length: 50 }, () => stateOf('scoreboard', 1)))
    expect(states[49]!.data[0]!.scores[0]!.score).toBe(20)
    expect([boardReads(), reads()]).toEqual([1, 2])
  })

  test('boards that nobody watches leave the memory when it is full, watched ones stay', async () => {
    const { stateOf, watch, setBoard, boardReads } = await stage({ maxBoards: 2 })
    const viewer = await watch(1)
    await viewer.hears(1)
    for (const id of [2, 3, 4]) {
      setBoard(id)
      await stateOf('scoreboard', id)
    }
    const before = boardReads()
    await stateOf('scoreboard', 1)
    expect(boardReads()).toBe(before)
    await stateOf('scoreboard', 2)
    expect(boardReads()).toBe(before + 1)
  })
})

describe('what moves a board', () => {
  const scoreboard = (id: number): BoardName => ({ type: 'scoreboard', id })
  const leaderboard = (id: number): BoardName => ({ type: 'leaderboard', id })

  test.each<[string, { machines?: number[]; titles?: number[] }, number]>([
    ['of a venue machine', { machines: [5] }, 5],
    ['of a title', { titles: [100] }, 5],
    ['of a title, by a machine whose title is not known yet', { titles: [100] }, 500],
  ])('API-08 a leaderboard %s moves when a game settles, and a running game costs it nothing', async (_title, watches, machine) => {
    const { setLeaderboard, watch, score, counted, pass } = await stage()
    setLeaderboard(1, watches)
    const viewer = await watch(1, { type: 'leaderboard' })
    await viewer.hears(1)
    counted.best = 7
    score(machine, 7)
    await settle()
    expect([viewer.heard.length, counted.times]).toEqual([1, 1])
    score(machine, 7, true)
    await viewer.hears(2)
    expect(viewer.heard[1]).toMatchObject({ data: [{ scores: [7] }] })
    // Of a machine that it does not count it does not even hear.
    score(150, 1, true)
    await pass(60)
    expect(counted.times).toBe(2)
  })

  test('a leaderboard moves by the clock, for viewers and for polls', async () => {
    const { setLeaderboard, watch, counted, clock, hub, stateOf } = await stage()
    counted.staleAt = clock.now + 3_000
    setLeaderboard(1, { titles: [100] })
    const viewer = await watch(1, { type: 'leaderboard' })
    await viewer.hears(1)
    counted.best = 7
    hub.tick((clock.now += 2_999))
    await settle()
    expect(viewer.heard).toHaveLength(1)
    counted.staleAt = clock.now + 1_000
    hub.tick((clock.now += 1))
    await viewer.hears(2)
    expect(viewer.heard[1]).toMatchObject({ data: [{ scores: [7] }] })
    // What a poll finds out first, viewers hear of too.
    counted.best = 8
    counted.staleAt = undefined
    clock.now += 1_000
    expect(await stateOf('leaderboard', 1)).toMatchObject({ data: [{ scores: [8] }] })
    await viewer.hears(3)
    expect(viewer.heard[2]).toMatchObject({ data: [{ scores: [8] }] })
  })

  test.each(['comboboard', 'streamboard'] as const)('API-08 a %s moves when any of its boards does, also by the clock, however full the memory is', async (type) => {
    const { setBoard, setLeaderboard, setContainer, watch, score, counted, clock, hub, stateOf, pass } = await stage({ maxBoards: 1 })
    setBoard(2)
    setBoard(9)
    setLeaderboard(3, { machines: [5] })
    setContainer(4, [scoreboard(1), scoreboard(2), leaderboard(3)], { type })
    const viewer = await watch(4, { type })
    await viewer.hears(1)
    const states: unknown[] = []
    const moves = async (change: () => void) => {
      // Memory is full: what nobody looks at would have to leave.
      await stateOf('scoreboard', 9)
      change()
      await pass(60)
      await viewer.hears(states.length + 2)
      states.push((viewer.heard.at(-1) as unknown as { boards: { data: { scores: unknown }[] }[] }).boards.map(({ data }) => data[0]?.scores))
    }
    await moves(() => score(1, 10))
    await moves(() => score(2, 20))
    counted.best = 30
    counted.staleAt = clock.now + 5_000
    await moves(() => score(5, 0, true))
    counted.best = 40
    await moves(() => hub.tick((clock.now += 5_000)))
    const one = (points: number) => [{ position: 1, score: points, player: null }]
    expect(states).toEqual([
      [one(10), undefined, [0]],
      [one(10), one(20), [0]],
      [one(10), one(20), [30]],
      [one(10), one(20), [40]],
    ])
    const seqs = (viewer.heard as unknown as Scores[]).map(({ seq }) => seq)
    expect(seqs).toEqual([...new Set(seqs)].sort((before, after) => before - after))
  })

  test('who is called otherwise is shown so on leaderboards', async () => {
    const { setLeaderboard, watch, counted, rename } = await stage()
    setLeaderboard(1, { titles: [100] })
    const viewer = await watch(1, { type: 'leaderboard' })
    await viewer.hears(1)
    counted.best = 1
    rename()
    await viewer.hears(2)
  })

  test('LIV-01 another title is a new state with another config, on the board and on what contains it; the first one back has the first config', async () => {
    const { setBoard, setContainer, watch, hub, pass } = await stage()
    setContainer(2, [scoreboard(1)])
    const viewers = [await watch(), await watch(2, { type: 'comboboard' })]
    for (const viewer of viewers) await viewer.hears(1)
    for (const [at, title] of ['Other', 'Board'].entries()) {
      setBoard(1, { title })
      hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'updated' })
      await pass(60)
      for (const viewer of viewers) await viewer.hears(at + 2)
    }
    for (const { heard } of viewers) {
      const [first, second, third] = heard as unknown as [Scores, Scores, Scores]
      expect(second.config).not.toBe(first.config)
      expect(third.config).toBe(first.config)
      expect(third.seq).toBeGreaterThan(second.seq)
      expect(second.seq).toBeGreaterThan(first.seq)
    }
  })

  test('other machines of a contained board, and boards taken out, are noticed within 5 s though another process changed them', async () => {
    const { setBoard, setContainer, watch, score, hub, clock, pass } = await stage()
    score(5, 50)
    setContainer(2, [scoreboard(1), scoreboard(9)])
    const viewer = await watch(2, { type: 'comboboard' })
    await viewer.hears(1)
    expect(viewer.heard[0]).toMatchObject({ boards: [{ data: [] }] })
    setBoard(1, { machines: [5] })
    hub.tick((clock.now += 5_000))
    await viewer.hears(2)
    expect(viewer.heard[1]).toMatchObject({ boards: [{ data: [{ id: 5 }] }] })
    score(5, 60)
    await pass(60)
    await viewer.hears(3)
  })
})

describe('API-08 boards that contain private ones', () => {
  const containerKey = 'key-of-the-comboboard'
  const outerKey = 'key-of-the-slideshow'
  const items: BoardName[] = [
    { type: 'scoreboard', id: 1 },
    { type: 'scoreboard', id: 2 },
    { type: 'scoreboard', id: 3 },
  ]

  /** A public comboboard of owner 1 over a public board, a private one of the same owner, and a private one of somebody else. */
  async function parted(isPublic = true) {
    const scene = await stage()
    scene.setBoard(2, { isPublic: false, key: 'of-2' })
    scene.setBoard(3, { isPublic: false, key: 'of-3', owner: 2 })
    scene.setContainer(4, items, { isPublic, key: containerKey })
    scene.containerKeys.set('comboboard 4', [containerKey, outerKey])
    const type = 'comboboard'
    return { ...scene, watch: (key?: string) => scene.watch(4, { type, key }), poll: (key?: string) => scene.stateOf(type, 4, key) }
  }

  const shown = (message: unknown) => (message as { boards: (string | { data: Game[] })[] }).boards.map((board) => (typeof board === 'string' ? board : (board.data[0]?.scores[0]?.score ?? null)))

  test.each<[string, string | undefined, unknown[]]>([
    ['without a key', undefined, [null, boardIsPrivate, boardIsPrivate]],
    ['with a wrong key', 'wrong', [null, boardIsPrivate, boardIsPrivate]],
    ['with the key of a contained board', 'of-2', [null, boardIsPrivate, boardIsPrivate]],
    ['with its own key', containerKey, [null, null, boardIsPrivate]],
    ['with the key of what contains it', outerKey, [null, null, boardIsPrivate]],
  ])('%s: sockets and polls see the same', async (_title, key, boards) => {
    const { watch, poll } = await parted()
    const viewer = await watch(key)
    await viewer.hears(1)
    expect(shown(viewer.heard[0])).toEqual(boards)
    expect(shown(await poll(key))).toEqual(boards)
  })

  test('its owner sees them over HTTP', async () => {
    const { hub } = await parted()
    const see = async (userId: number) => {
      const { channel } = await hub.open('comboboard', 4, { type: 'user', userId }, undefined)
      return shown(JSON.parse(channel.scoresAnswer().bytes.toString()))
    }
    expect(await see(1)).toEqual([null, null, boardIsPrivate])
    expect(await see(2)).toEqual([null, boardIsPrivate, boardIsPrivate])
  })

  test('a private one shows all that its insiders may see, and nothing to others', async () => {
    const { watch } = await parted(false)
    const [insider, guest, stranger] = [await watch(containerKey), await watch(outerKey), await watch()]
    expect(await stranger.closed).toBe(4404)
    for (const viewer of [insider, guest]) {
      await viewer.hears(1)
      expect(shown(viewer.heard[0])).toEqual([null, null, boardIsPrivate])
    }
  })

  test('what moves for insiders only says nothing to everybody else', async () => {
    const { watch, score, pass } = await parted()
    const [insider, stranger] = [await watch(containerKey), await watch()]
    await Promise.all([insider.hears(1), stranger.hears(1)])
    score(2, 20)
    await insider.hears(2)
    score(3, 30)
    await pass(60)
    expect([insider.heard.length, stranger.heard.length]).toEqual([2, 1])
    score(1, 10)
    await pass(60)
    await Promise.all([insider.hears(3), stranger.hears(2)])
    expect([shown(insider.heard[2]), shown(stranger.heard[1])]).toEqual([[10, 20, boardIsPrivate], [10, boardIsPrivate, boardIsPrivate]])
  })

  test.each([
    ['turns private', false],
    ['turns public', true],
  ])('a contained board that %s is masked, or shown, at once; the keys that viewers gave count from then on', async (_title, isPublic) => {
    const { setBoard, watch, hub, pass } = await parted()
    setBoard(2, { isPublic: !isPublic, key: 'of-2' })
    hub.boardChanged({ type: 'scoreboard', id: 2, reason: 'updated' })
    await settle()
    const [insider, guest, stranger] = [await watch(containerKey), await watch(outerKey), await watch()]
    for (const viewer of [insider, guest, stranger]) await viewer.hears(1)
    expect(shown(stranger.heard[0])[1]).toBe(isPublic ? boardIsPrivate : null)
    setBoard(2, { isPublic, key: 'of-2' })
    hub.boardChanged({ type: 'scoreboard', id: 2, reason: 'closed' })
    await pass(60)
    for (const viewer of [stranger, insider, guest]) {
      await until(() => shown(viewer.heard.at(-1))[1] === (isPublic || viewer !== stranger ? null : boardIsPrivate))
    }
    // Each of them takes its newest state for newer than what it saw before.
    for (const { heard } of [stranger, insider, guest]) {
      for (const [at, after] of (heard as unknown as Scores[]).entries()) {
        const before = (heard as unknown as Scores[])[at - 1]
        if (before) expect(after.epoch !== before.epoch || after.seq > before.seq).toBe(true)
      }
    }
  })

  test.each([
    ['a public board goes back to what everybody sees', true],
    ['a private board sends its viewer away', false],
  ])('within 5 s after the key of a container opens nothing any more, %s; nobody else notices', async (_title, isPublic) => {
    const { watch, hub, clock, containerKeys, keyReads } = await parted(isPublic)
    const [insider, guest] = [await watch(containerKey), await watch(outerKey)]
    await Promise.all([insider.hears(1), guest.hears(1)])
    hub.tick((clock.now += 5_000))
    await settle()
    expect([guest.heard.length, guest.socket.readyState]).toEqual([1, WebSocket.OPEN])
    containerKeys.set('comboboard 4', [containerKey])
    const before = keyReads()
    hub.tick((clock.now += 5_000))
    if (isPublic) {
      await guest.hears(2)
      expect(shown(guest.heard[1])).toEqual([null, boardIsPrivate, boardIsPrivate])
      expect((guest.heard[1] as unknown as Scores).epoch).not.toBe((guest.heard[0] as unknown as Scores).epoch)
    } else expect(await guest.closed).toBe(4404)
    expect(keyReads() - before).toBeLessThanOrEqual(1)
    await settle()
    expect([insider.heard.length, insider.socket.readyState]).toEqual([1, WebSocket.OPEN])
  })

  test('a flood of wrong keys asks for the keys of a board once', async () => {
    const { watch, poll, keyReads } = await parted(false)
    const before = keyReads()
    const refusals = await Promise.allSettled(Array.from({ length: 200 }, (_, at) => poll(`wrong-${at}`)))
    expect(refusals.every((refusal) => refusal.status === 'rejected' && refusal.reason.status === 404)).toBe(true)
    expect(await (await watch('wrong-socket')).closed).toBe(4404)
    expect(keyReads() - before).toBe(1)
    expect(shown(await poll(outerKey))).toEqual([null, null, boardIsPrivate])
  })

  test('a key is not even looked at where all see the same', async () => {
    const { stateOf, keyReads } = await stage()
    await stateOf('scoreboard', 1, 'whatever')
    expect(keyReads()).toBe(0)
  })

  test('a deleted board leaves its place out', async () => {
    const { watch, views, setContainer, hub } = await parted()
    const viewer = await watch()
    await viewer.hears(1)
    views.delete('scoreboard 1')
    setContainer(4, items.slice(1), { key: containerKey })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'deleted' })
    await viewer.hears(2)
    expect(shown(viewer.heard[1])).toEqual([boardIsPrivate, boardIsPrivate])
  })
})

test('when anything may have changed, what is watched is made anew, and what says the same is not sent', async () => {
  const { hub, watch, setBoard, score, reads } = await stage()
  setBoard(2)
  score(1, 10)
  const viewers = [await watch(1), await watch(2)]
  for (const viewer of viewers) await viewer.hears(1)
  const before = reads()
  hub.allChanged()
  await settle()
  expect(reads()).toBe(before + 2)
  expect(viewers.map(({ heard }) => heard.length)).toEqual([1, 1])
})

describe('a socket that carries several boards', () => {
  const ask = (id: number, key?: string) => ({ type: 'GET_SCORES', name: `scoreboard:${id}:scores`, key })
  const carrier = async () => {
    const made = await stage()
    for (const id of [2, 3]) made.setBoard(id)
    for (const id of [1, 2, 3]) made.score(id, id * 100)
    return { ...made, socket: await made.open('/scores/websocket/') }
  }
  const namesOf = (heard: readonly LiveMessage[]) => heard.map((message) => ('name' in message ? message.name : ''))

  test('each board is told by its name, once for each of its states, and is one viewer', async () => {
    const { socket, score, pass, hub } = await carrier()
    for (const id of [1, 2]) socket.say(ask(id))
    await socket.hears(2)
    expect(namesOf(socket.heard).sort()).toEqual(['scoreboard:1:scores', 'scoreboard:2:scores'])
    score(2, 555)
    await pass(1000)
    await socket.hears(3)
    expect([namesOf(socket.heard).at(-1), socket.scores().at(-1)]).toEqual(['scoreboard:2:scores', 555])
    expect(hub.viewerCount).toBe(1)
  })

  test('a board that was left is told no more, the others are; also when it was left before it came', async () => {
    const { socket, score, pass } = await carrier()
    for (const id of [1, 2, 3]) socket.say(ask(id))
    socket.say({ type: 'LEAVE_SCORES', name: 'scoreboard:3:scores' })
    await socket.hears(2)
    socket.say({ type: 'LEAVE_SCORES', name: 'scoreboard:1:scores' })
    await settle()
    const before = socket.heard.length
    for (const id of [1, 2, 3]) score(id, 777)
    await pass(1000)
    await socket.hears(before + 1)
    await settle()
    expect(namesOf(socket.heard).slice(before)).toEqual(['scoreboard:2:scores'])
  })

  test('a board that may not be seen costs no other one its socket', async () => {
    const { socket, setBoard, score, pass } = await carrier()
    setBoard(9, { isPublic: false })
    socket.say(ask(9))
    socket.say({ type: 'GET_SCORES', name: 'user:1:scores' })
    await socket.hears(2)
    expect(socket.heard).toEqual([
      { type: 'ERROR', name: expect.stringMatching(/^(?:scoreboard:9|user:1):scores$/) as unknown, detail: 'Item not found.', status: 404 },
      { type: 'ERROR', name: expect.stringMatching(/^(?:scoreboard:9|user:1):scores$/) as unknown, detail: 'Item not found.', status: 404 },
    ])
    socket.say(ask(9, 'right'))
    socket.say(ask(1))
    await socket.hears(4)
    score(1, 4)
    await pass(1000)
    await socket.hears(5)
    expect(socket.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('one that is closed leaves nothing, and one that asks for too much is closed', async () => {
    const { socket, hub, open, setBoard } = await carrier()
    for (let id = 4; id <= 40; id += 1) setBoard(id)
    socket.say(ask(1))
    await socket.hears(1)
    socket.socket.close()
    await socket.closed
    await until(() => hub.viewerCount === 0)
    const greedy = await open('/scores/websocket/')
    for (let id = 1; id <= 40; id += 1) greedy.say(ask(id))
    expect(await greedy.closed).toBe(1008)
  })
})
