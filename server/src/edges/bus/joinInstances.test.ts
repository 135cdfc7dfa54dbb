import { setImmediate as turn } from 'node:timers/promises'
import { Entry } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import { BoardChanges } from '../../core/boards/changes'
import { PostedFeeds } from '../../core/boards/feeds/postedFeeds'
import { Games } from '../../core/games/games.service'
import type { ChangeListener } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { anonymous } from '../../ground/http/actors'
import { forgetActor, onForgetActor } from '../../ground/http/auth'
import { startLive } from '../live/startLive'
import { makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { BusEvent, noBus, sentState } from './bus'
import type { Bus, SentEvent } from './bus'
import { Tvs } from '../tvs/tvs.service'
import { joinInstances, MachineNews } from './joinInstances'
import { PeerMonitor } from './peerMonitor'

const database = useTestDatabase()

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** A bus that says nothing but what the test says, and keeps what it is told. */
function silentBus() {
  const published: SentEvent[] = []
  const listeners = new Set<(event: BusEvent) => void>()
  const bus: Bus = {
    publish: (event) => void published.push(event),
    subscribe: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    follow: async () => {},
    unfollow: () => {},
    joined: async () => {},
    close: async () => {},
    figures: noBus.figures,
  }
  return { bus, published, listeners }
}

/** A process on such a bus. */
async function instance() {
  const { db } = database
  const { bus, published, listeners } = silentBus()
  const games = new Games(gamesStore(db))
  const changes = new BoardChanges()
  const hub = startLive({ db, games, changes })
  const tvs = new Tvs({ db, changes, publicUrl: '' })
  const leave = joinInstances(bus, {
    games,
    hub,
    changes,
    feeds: new PostedFeeds({ db, changes }),
    tvs,
    onError: () => {},
  })
  endings.push(leave, () => hub.close())
  return {
    games,
    changes,
    hub,
    tvs,
    published,
    leave,
    hear: (event: BusEvent) => listeners.forEach((listener) => listener(event)),
    listeners,
  }
}

test('MAC-08 tells of what is committed here, and which keys were revoked', async () => {
  const { games, changes, published } = await instance()
  const machine = await makeVenueMachine(database.db, (await makeUser(database.db)).id)
  await games.record(
    machine,
    v.parse(Entry, { session_uuid: 'a'.repeat(32), session_sequence: 1, active: false, current_p1_score: 1 }),
  )
  await turn()
  changes.announce({ type: 'slideshow', id: 5, reason: 'closed' })
  await games.renamed(7)
  forgetActor(Buffer.from('token'))
  forgetActor('all')
  expect(published).toEqual([
    {
      type: 'game',
      machine,
      id: expect.any(Number),
      state: expect.objectContaining({ sessionUuid: 'a'.repeat(32), sequence: '1', scores: ['1'] }),
    },
    { type: 'settled', machines: [machine] },
    { type: 'board', board: 'slideshow', id: 5, reason: 'closed' },
    { type: 'renamed', user: 7 },
    { type: 'revoked', token: Buffer.from('token').toString('base64') },
    { type: 'revoked', token: 'all' },
  ])
})

test('MAC-08 what others tell is passed on here, and never told again', async () => {
  const { games, changes, published, hear } = await instance()
  const heard: unknown[] = []
  games.onChange((id, change) => heard.push([id, change]))
  games.onRename((user, origin) => heard.push([user, origin]))
  changes.onBoardChange((change, origin) => heard.push([change, origin]))
  endings.push(async () => end())
  const end = onForgetActor((which, origin) => heard.push([String(which), origin]))
  hear({
    type: 'machines',
    changes: [
      [3, false],
      [4, true],
    ],
  })
  hear({ type: 'board', board: 'scoreboard', id: 5, reason: 'updated' })
  hear({ type: 'revoked', token: Buffer.from('token').toString('base64') })
  hear({ type: 'renamed', user: 7 })
  while (heard.length < 5) await turn()
  expect(heard).toEqual([
    [3, { isSettled: false, isState: false, origin: 'elsewhere' }],
    [4, { isSettled: true, isState: false, origin: 'elsewhere' }],
    [{ type: 'scoreboard', id: 5, reason: 'updated' }, 'elsewhere'],
    ['token', 'elsewhere'],
    [7, 'elsewhere'],
  ])
  await turn()
  expect(published).toEqual([])
})

test('after a gap all is read again; many gaps are one', async () => {
  const [one, other] = [await instance(), await instance()]
  const owner = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, owner.id)
  const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
  const shown = async () =>
    JSON.parse(
      (await other.hub.open('scoreboard', board.id, anonymous, undefined)).channel.scoresAnswer().bytes.toString(),
    ).data.length as number
  expect(await shown()).toBe(0)
  await one.games.record(machine, v.parse(Entry, { session_uuid: 'b'.repeat(32), current_p1_score: 1 }))
  expect(await shown()).toBe(0)
  const forgotten: unknown[] = []
  const end = onForgetActor((which, origin) => forgotten.push([which, origin]))
  for (let gaps = 0; gaps < 100; gaps += 1) other.hear({ type: 'gap' })
  end()
  expect(await shown()).toBe(1)
  expect(forgotten).toEqual([['all', 'elsewhere']])
})

test('once it has left, nothing is heard and nothing told', async () => {
  const { changes, published, leave, listeners } = await instance()
  await leave()
  changes.announce({ type: 'scoreboard', id: 5, reason: 'closed' })
  expect([published, listeners.size]).toEqual([[], 0])
})

test('RUN-12 who is at work on the database and is not heard over NATS is noticed, by both, until they are heard again; who is gone is not missed', async () => {
  const { db } = database
  let now = 0
  let isWhole = true
  const sides = [silentBus(), silentBus()].map(({ bus, listeners }) => ({
    listeners,
    bus,
    missed: 0,
    lines: [] as string[],
  }))
  for (const [at, { bus }] of sides.entries()) {
    bus.publish = (event) => {
      if (isWhole) for (const listener of sides[1 - at]!.listeners) listener(v.parse(BusEvent, event))
    }
  }
  const all = sides.map(
    (side) =>
      new PeerMonitor(
        db,
        { ...side.bus, figures: noBus.figures },
        () => (side.missed += 1),
        (line) => side.lines.push(line),
        () => now,
      ),
  )
  endings.push(() => Promise.all(all.map((monitor) => monitor.stop())))
  const pass = async (ms: number, looking = all) => {
    for (const end = now + ms; now < end; now += 5_000) for (const monitor of looking) await monitor.look()
  }
  await pass(60_000)
  expect(sides.map(({ missed }) => missed)).toEqual([0, 0])
  isWhole = false
  await pass(10_000)
  expect(sides.map(({ missed }) => missed)).toEqual([0, 0])
  await pass(20_000)
  for (const { missed, lines } of sides)
    expect([missed, lines]).toEqual([
      4,
      [expect.stringMatching(/^Other instances use this database, but nothing arrives from them over NATS/)],
    ])
  isWhole = true
  await pass(60_000)
  for (const { missed, lines } of sides)
    expect([missed <= 5, lines.at(-1)]).toEqual([
      true,
      'All instances that use this database are heard over NATS again.',
    ])
  const before = sides[0]!.missed
  // One that was killed takes no more turns: the database forgets it before it is missed.
  await sql`update turns set taken_until = now() where chore like 'at work: %'`.execute(db)
  await pass(60_000, [all[0]!])
  expect(sides[0]!.missed).toBe(before)
})

/** The news of a process whose clock goes by the test. */
function newsOf() {
  const clock = { now: 1_000 }
  const timers: { at: number; work: () => void }[] = []
  const told: unknown[] = []
  const news = new MachineNews(
    (changes) => told.push([...changes].map(([id, { isSettled }]) => [id, isSettled])),
    () => clock.now,
    (work, delayMs) => timers.push({ at: clock.now + Math.max(0, delayMs), work }),
  )
  const pass = (ms: number) => {
    clock.now += ms
    for (const timer of timers.splice(0)) {
      if (timer.at <= clock.now) timer.work()
      else timers.push(timer)
    }
  }
  return { news, told, pass }
}

test('what changes in one turn is told together, at once', () => {
  const { news, told, pass } = newsOf()
  news.note(1, { isSettled: false, isState: true })
  news.note(2, { isSettled: true, isState: true })
  pass(0)
  expect(told).toEqual([
    [
      [1, false],
      [2, true],
    ],
  ])
})

test('a machine that changes 50 times a second is told of 20 times a second, and never forgotten', () => {
  const { news, told, pass } = newsOf()
  for (let change = 0; change < 50; change += 1) {
    news.note(1, { isSettled: false, isState: true })
    pass(20)
  }
  expect(told.length).toBeLessThanOrEqual(20)
  expect(told.length).toBeGreaterThanOrEqual(15)
  pass(50)
  const before = told.length
  pass(1_000)
  expect(told).toHaveLength(before)
})

test('that a game has settled is told, though its machine went on since', () => {
  const { news, told, pass } = newsOf()
  news.note(1, { isSettled: false, isState: true })
  pass(0)
  news.note(1, { isSettled: true, isState: true })
  news.note(1, { isSettled: false, isState: true })
  pass(50)
  expect(told).toEqual([[[1, false]], [[1, true]]])
})

test('what is told of many machines goes in several messages', async () => {
  const { db } = database
  const { bus, published } = silentBus()
  const changes = new BoardChanges()
  const games = new Games(gamesStore(db))
  let announce: ChangeListener = () => {}
  jest.spyOn(games, 'onChange').mockImplementation((listener) => ((announce = listener), () => {}))
  const leave = joinInstances(bus, {
    games,
    hub: { allChanged: () => {} },
    changes,
    feeds: new PostedFeeds({ db, changes }),
    tvs: new Tvs({ db, changes, publicUrl: '' }),
    onError: () => {},
  })
  for (let machine = 1; machine <= 25_000; machine += 1)
    announce(machine, { isSettled: false, isState: false, origin: 'here' })
  await leave()
  expect(published.map((event) => event.type === 'machines' && event.changes.length)).toEqual([10_000, 10_000, 5_000])
})

describe('a game that another process committed', () => {
  const state = (fields: object = {}) => ({
    ...sentState({
      sessionUuid: 'c'.repeat(32),
      generation: 0,
      sequence: 5n,
      startedAt: 1,
      updatedAt: 2,
      durationMs: null,
      currentPlayer: 1,
      currentBall: 1,
      scores: [70n],
      modes: [],
    }),
    ...fields,
  })
  const parsed = (machine: number, id: number, fields: object = {}) =>
    v.parse(BusEvent, { type: 'game', machine, id, state: state(fields) })

  test.each([
    ['the next state is shown', 0, { sequence: '2', scores: ['20'] }, 20],
    ['an older one is not', 0, { sequence: '0', scores: ['5'] }, 10],
    ['the same again changes nothing', 0, { sequence: '1', scores: ['99'] }, 10],
    [
      'its end is shown, though no score came with it',
      0,
      { sequence: '1', ending: { settledAt: 9, isSuccessful: true } },
      70,
    ],
    ['the next game is shown', 1, { sequence: '1', sessionUuid: 'd'.repeat(32) }, 70],
    ['a game before it is not', -1, { sequence: '90' }, 10],
  ])('%s', async (_what, later, fields, expected) => {
    const { games, hear } = await instance()
    const machine = await makeVenueMachine(database.db, (await makeUser(database.db)).id)
    await games.record(
      machine,
      v.parse(Entry, { session_uuid: 'c'.repeat(32), session_sequence: 1, current_p1_score: 10 }),
    )
    const { id } = games.committed(machine)!
    hear(parsed(machine, id + later, fields))
    expect((await games.current(machine))!.scores[0]!.score).toBe(expected)
  })

  test('a machine that is not in memory is announced, and read from the database when it is shown', async () => {
    const { games, hear } = await instance()
    const heard: unknown[] = []
    games.onChange((id, change) => heard.push([id, change]))
    const machine = await makeVenueMachine(database.db, (await makeUser(database.db)).id)
    hear(parsed(machine, 12_345))
    expect(heard).toEqual([[machine, { isSettled: false, isState: false, origin: 'elsewhere' }]])
    expect(await games.current(machine)).toBeNull()
  })
})
