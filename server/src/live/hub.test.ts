import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'
import type { Game, LiveMessage } from '@multiball/shared/schema'
import { WebSocket } from 'ws'
import type { BoardSource } from './boardStates'
import { LiveHub } from './hub'
import type { HubOptions } from './hub'
import type { BoardView } from './liveBoard'
import { paceMs } from './pace'

type Scores = Extract<LiveMessage, { type: 'SCORES' }>

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** A hub on a real server, with games and boards of the test and a clock that stands still. */
async function stage({ padding = 0, ...options }: HubOptions & { /** bytes by which states are larger */ padding?: number } = {}) {
  const scores = new Map<number, number>()
  const listeners = new Set<(id: number) => void>()
  let reads = 0
  const games = {
    current: async (id: number): Promise<Game | null> => {
      reads += 1
      const score = scores.get(id)
      if (score === undefined) return null
      return { id, venuemachine_id: id, scores: [{ position: 1, score, player: null }], current_player: 1, current_ball: 1, settled_on: null, game_modes: padding ? ['x'.repeat(padding)] : [] }
    },
    onChange: (listener: (id: number) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const views = new Map<number, BoardView>()
  let boardReads = 0
  const source: BoardSource = {
    type: 'scoreboard',
    read: async (id) => {
      boardReads += 1
      const view = views.get(id)
      // As an answer of the database: it may be of the past when it arrives.
      await new Promise(setImmediate)
      return view
    },
    versions: async (ids) => new Map(ids.flatMap((id) => (views.has(id) ? [[id, views.get(id)!.version]] : []))),
  }
  const clock = { now: 1_000_000 }
  const timers: { at: number; work: () => void }[] = []
  const hub = new LiveHub(games, [source], {
    now: () => clock.now,
    schedule: (work, delayMs) => void (delayMs <= 0 ? setImmediate(work) : timers.push({ at: clock.now + delayMs, work })),
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

  const setBoard = (id: number, { isPublic = true, key = 'right', machines = [id], title = 'Board' } = {}) =>
    views.set(id, {
      version: `${isPublic} ${key} ${title} ${machines.join()}`,
      access: { is_public: isPublic, owner_id: 1, viewer_key: key },
      settings: { id, title },
      venueMachineIds: machines,
    })
  setBoard(1)

  return {
    hub,
    clock,
    timers,
    setBoard,
    views,
    address: addressOf(server),
    reads: () => reads,
    boardReads: () => boardReads,
    score: (machine: number, score: number) => {
      scores.set(machine, score)
      for (const listener of listeners) listener(machine)
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
    watch: (id = 1, { key, name = `scoreboard:${id}:scores` }: { key?: string; name?: string } = {}) => watch(server, `/scoreboard/${id}/scores/websocket/?session=7`, { type: 'GET_SCORES', name, key }),
    open: (path: string) => watch(server, path),
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

async function watch(server: Server, path: string, hello?: object) {
  const socket = new WebSocket(addressOf(server) + path)
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
    scores: () => heard.filter((message): message is Scores => message.type === 'SCORES').map(({ data }) => data[0]?.scores[0]?.score),
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
  const [before, after] = viewer.heard as [Scores, Scores]
  expect(before).toEqual({
    type: 'SCORES',
    name: 'scoreboard:1:scores',
    data: [{ id: 1, venuemachine_id: 1, scores: [{ position: 1, score: 10, player: null }], current_player: 1, current_ball: 1, settled_on: null, game_modes: [] }],
    epoch: expect.any(String),
    seq: expect.any(Number),
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

test.each(['/', '/scoreboard/1/scores', '/nothing/1/scores/websocket/', '/scoreboard/x/scores/websocket/'])('nothing is at %s', async (path) => {
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
    const { hub, setBoard, score } = await stage({ maxBoards: 1 })
    setBoard(2)
    const seqs: number[] = []
    for (const id of [1, 2, 1, 2, 1]) {
      score(id, seqs.length)
      seqs.push((await hub.stateOf('scoreboard', id)).seq)
    }
    expect(seqs).toEqual([...seqs].sort((one, other) => one - other))
    expect(new Set(seqs).size).toBe(5)
    expect((await (await stage()).hub.stateOf('scoreboard', 1)).epoch).not.toBe((await hub.stateOf('scoreboard', 1)).epoch)
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
    const { watch, setBoard, hub, views } = await stage()
    setBoard(1, { isPublic: false, key: 'old' })
    const before = await watch(1, { key: 'old' })
    await before.hears(1)
    setBoard(1, { isPublic: false, key: 'new' })
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'closed' })
    expect(await before.closed).toBe(4404)
    const after = await watch(1, { key: 'new' })
    await after.hears(1)
    views.delete(1)
    hub.boardChanged({ type: 'scoreboard', id: 1, reason: 'deleted' })
    expect(await after.closed).toBe(4404)
    await expect(hub.stateOf('scoreboard', 1)).rejects.toMatchObject({ status: 404 })
  })

  test.each(['closed', 'deleted'] as const)('a board that is %s while it is on its way into memory is not shown after that', async (reason) => {
    const { hub, setBoard, views } = await stage()
    const opening = hub.open('scoreboard', 1, { type: 'anonymous' }, undefined)
    if (reason === 'closed') setBoard(1, { isPublic: false })
    else views.delete(1)
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
    const { hub, reads, boardReads, score } = await stage()
    score(1, 10)
    await Promise.all(Array.from({ length: 50 }, () => hub.stateOf('scoreboard', 1)))
    await hub.stateOf('scoreboard', 1)
    expect([boardReads(), reads()]).toEqual([1, 1])
    score(1, 20)
    const states = await Promise.all(Array.from({ length: 50 }, () => hub.stateOf('scoreboard', 1)))
    expect(states[49]!.data[0]!.scores[0]!.score).toBe(20)
    expect([boardReads(), reads()]).toEqual([1, 2])
  })

  test('boards that nobody watches leave the memory when it is full, watched ones stay', async () => {
    const { hub, watch, setBoard, boardReads } = await stage({ maxBoards: 2 })
    const viewer = await watch(1)
    await viewer.hears(1)
    for (const id of [2, 3, 4]) {
      setBoard(id)
      await hub.stateOf('scoreboard', id)
    }
    const before = boardReads()
    await hub.stateOf('scoreboard', 1)
    expect(boardReads()).toBe(before)
    await hub.stateOf('scoreboard', 2)
    expect(boardReads()).toBe(before + 1)
  })
})
