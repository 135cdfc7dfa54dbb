import { on, once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CustomScores } from '@multiball/shared/schema'
import { WebSocket } from 'ws'
import { startLive } from '../../../edges/live/startLive'
import { registryStore } from '../../../ground/registry/registry.store'
import { makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../../testing'
import { publishVersion, writeRegistry } from '../../../testing/publishType'
import { Games } from '../../games/games.service'
import { gamesStore } from '../../games/games.store'
import { Boards } from '../boards.service'
import { BoardChanges } from '../changes'
import { BoardTypes } from '../custom/types'
import { customKind } from '../kinds'
import { PostedFeeds } from './postedFeeds'

const database = useTestDatabase()
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const silentAfterSec = 60

/** A hub and a board that a program posts for, all by one clock that stands still. */
async function stage() {
  const { db } = database
  const folder = await mkdtemp(path.join(tmpdir(), 'multiball-feeds-'))
  const type = { feeds: { taps: { kind: 'posted', silent_after: silentAfterSec } } } as const
  await writeRegistry(folder, {
    'mf-taps': {
      enabled: true,
      active: '1.0.0',
      versions: { '1.0.0': await publishVersion(folder, 'mf-taps', '1.0.0', 'taplist', { properties: {}, type }) },
    },
  })
  const types = new BoardTypes({ registry: registryStore(folder), deployFolder: folder, onRefused: () => {} })
  const changes = new BoardChanges()
  const clock = { now: Date.parse('2026-01-01T12:00:00Z') }
  const now = () => clock.now
  const hub = startLive(
    { db, games: new Games(gamesStore(db)), changes, types },
    { now, elapsed: now, pace: () => 0, schedule: (work) => void setImmediate(work) },
  )
  const server = createServer()
  hub.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  endings.push(
    () => rm(folder, { recursive: true }),
    () => (server.closeAllConnections(), server.close()),
    () => hub.close(),
  )
  const { id: ownerId } = await makeUser(db)
  const { id } = await new Boards(customKind((await types.get('taplist'))!), { db, changes, types }).create(ownerId, {
    title: 'On tap',
    is_public: true,
  })
  const feeds = new PostedFeeds({ db, changes, now })
  const place = { type: 'taplist', id, name: 'taps' }
  const key = await feeds.renewKey(place, ownerId)
  const { port } = server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/taplist/${id}/scores/websocket/`)
  endings.push(() => socket.terminate())
  const messages = on(socket, 'message')
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'GET_SCORES', name: `taplist:${id}:scores` }))
  /** the feed in the next state that the viewer is sent */
  const next = async () => {
    const [data] = ((await messages.next()) as { value: [Buffer] }).value
    return (JSON.parse(data.toString()) as CustomScores).feeds.taps
  }
  return {
    clock,
    hub,
    next,
    post: (sequence: number) => feeds.post(place, key, { sequence, document: { beers: sequence } }),
  }
}

test('BTY-43 a program that falls silent: its document is marked as old by the clock, for viewers as well, until it posts again', async () => {
  const { clock, hub, next, post } = await stage()
  expect(await next()).toMatchObject({ sequence: null, is_old: false })
  await post(1)
  const as_of = new Date(clock.now).toISOString()
  expect(await next()).toMatchObject({ sequence: 1, as_of, is_old: false })
  clock.now += silentAfterSec * 1000 - 1
  hub.tick()
  await post(2)
  expect(await next()).toMatchObject({ sequence: 2, is_old: false })
  clock.now += silentAfterSec * 1000
  hub.tick()
  expect(await next()).toEqual({
    kind: 'posted',
    document: { beers: 2 },
    sequence: 2,
    as_of: new Date(clock.now - silentAfterSec * 1000).toISOString(),
    is_old: true,
  })
  await post(3)
  expect(await next()).toMatchObject({ sequence: 3, is_old: false })
})

test('BTY-46 the same players are passed on again each minute in which the program posts them, and at once when it is over', async () => {
  const { db } = database
  const { id: ownerId } = await makeUser(db)
  const machine = await makeVenueMachine(db, ownerId)
  const board = await makeScoreboard(db, ownerId, { venueMachineIds: [machine] })
  const clock = { now: Date.parse('2026-01-01T12:00:00Z') }
  const told: [venueMachineIds: readonly number[], seconds: number][] = []
  const began = clock.now
  let heard = () => {}
  const onPlayers = async (ids: readonly number[]) => {
    told.push([ids, (clock.now - began) / 1000])
    heard()
  }
  const feeds = new PostedFeeds({ db, changes: new BoardChanges(), now: () => clock.now, onPlayers })
  const place = { type: 'scoreboard', id: board.id, name: 'names' }
  const key = await feeds.renewKey(place, ownerId)
  let sequence = 0
  const post = async (seconds: number, over = false) => {
    clock.now = began + seconds * 1000
    await feeds.post(place, key, {
      sequence: (sequence += 1),
      document: {},
      over,
      players: [
        { venuemachine: machine, since: '2026-01-01T11:59:00Z', players: [{ name: 'Keith Elwin', initials: 'KME' }] },
      ],
    })
  }
  const postAndHear = async (seconds: number, over = false) => {
    const next = new Promise<void>((resolve) => (heard = resolve))
    await post(seconds, over)
    await next
  }
  await postAndHear(0)
  await post(45)
  await postAndHear(90)
  await post(135)
  await postAndHear(136, true)
  await post(137, true)
  await postAndHear(200, true)
  expect(told).toEqual([
    [[machine], 0],
    [[machine], 90],
    [[machine], 136],
    [[machine], 200],
  ])
})

test('what arrived while a read failed is not taken for what is stored later', async () => {
  const { db } = database
  const place = { type: 'scoreboard', id: 1_000_000, name: 'names' }
  let isAway = true
  const follow = async () => {
    await Promise.resolve()
    if (!isAway) return
    feeds.keep(place, { document: {}, sequence: 9, posted_at: new Date() })
    throw new Error('NATS is away')
  }
  const feeds: PostedFeeds = new PostedFeeds({
    db,
    changes: new BoardChanges(),
    others: { tell: () => {}, unfollow: () => {}, follow },
  })
  await expect(feeds.newest(place)).rejects.toThrow('NATS is away')
  isAway = false
  expect(await feeds.newest(place)).toBeUndefined()
})

test('of a feed that is not shown here any more, because its key was renewed, its board deleted or everything forgotten, nothing is heard', async () => {
  const { db } = database
  const { id: ownerId } = await makeUser(db)
  const changes = new BoardChanges()
  const followed = new Set<string>()
  const nameOf = ({ id, name }: { id: number; name: string }) => `${id} ${name}`
  const others = {
    tell: () => {},
    follow: async (place: { id: number; name: string }) => void followed.add(nameOf(place)),
    unfollow: (place: { id: number; name: string }) => void followed.delete(nameOf(place)),
  }
  const feeds = new PostedFeeds({ db, changes, others })
  const { id } = await makeScoreboard(db, ownerId, { venueMachineIds: [] })
  const place = { type: 'scoreboard', id, name: 'names' }
  for (const happens of [
    () => feeds.renewKey(place, ownerId),
    () => changes.announce({ type: 'scoreboard', id, reason: 'deleted' }),
    () => feeds.forgetAll(),
  ]) {
    await feeds.newest(place)
    feeds.keep(place, { document: {}, sequence: 1, posted_at: new Date() })
    expect([...followed]).toEqual([nameOf(place)])
    await happens()
    expect([...followed]).toEqual([])
  }
})

test('of a feed that is shown, a change of its board takes one more read from then on, and one of another board none', async () => {
  const { db } = database
  const changes = new BoardChanges()
  let reads = 0
  let change = () => {}
  // Its board changes again while it is read, each time.
  const follow = async () => {
    reads += 1
    change()
  }
  const feeds = new PostedFeeds({ db, changes, others: { tell: () => {}, unfollow: () => {}, follow } })
  const newest = () => feeds.newest({ type: 'scoreboard', id: 1_000_001, name: 'names' })
  const announce = (id: number) => changes.announce({ type: 'scoreboard', id, reason: 'updated' })
  change = () => announce(1_000_001)
  await newest()
  await newest()
  expect(reads).toBe(2)
  change = () => announce(1_000_002)
  await newest()
  await newest()
  expect(reads).toBe(3)
})
