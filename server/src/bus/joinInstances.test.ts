import { setImmediate as turn } from 'node:timers/promises'
import { Entry } from '@multiball/shared/schema'
import * as v from 'valibot'
import { BoardChanges } from '../boards/changes'
import { Games } from '../games/games.service'
import { gamesStore } from '../games/games.store'
import { anonymous } from '../http/actors'
import { forgetActor, onForgetActor } from '../http/auth'
import { startLive } from '../live/startLive'
import { makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import type { Bus, BusEvent } from './bus'
import { joinInstances, MachineHints } from './joinInstances'

const database = useTestDatabase()

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** A process whose bus says nothing but what the test says, and keeps what it is told. */
async function instance() {
  const { db } = database
  const published: BusEvent[] = []
  const listeners = new Set<(event: BusEvent) => void>()
  const bus: Bus = {
    publish: (event) => void published.push(event),
    subscribe: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    close: async () => {},
  }
  const games = new Games(gamesStore(db))
  const changes = new BoardChanges()
  const hub = startLive({ db, games, changes })
  const leave = joinInstances(bus, { games, hub, changes, onError: () => {} })
  endings.push(leave, () => hub.close())
  return { games, changes, hub, published, leave, hear: (event: BusEvent) => listeners.forEach((listener) => listener(event)), listeners }
}

test('tells of what is committed here', async () => {
  const { games, changes, published } = await instance()
  const machine = await makeVenueMachine(database.db, (await makeUser(database.db)).id)
  await games.record(machine, v.parse(Entry, { session_uuid: 'a'.repeat(32), session_sequence: 1, active: false, current_p1_score: 1 }))
  await turn()
  changes.announce({ type: 'slideshow', id: 5, reason: 'closed' })
  await games.renamed(7)
  forgetActor(Buffer.from('token'))
  forgetActor('all')
  expect(published).toEqual([
    { type: 'machines', changes: [[machine, true]] },
    { type: 'board', board: 'slideshow', id: 5, reason: 'closed' },
    { type: 'renamed', user: 7 },
    { type: 'revoked', token: Buffer.from('token').toString('base64') },
    { type: 'revoked', token: 'all' },
  ])
})

test('what others tell is passed on here, and never told again', async () => {
  const { games, changes, published, hear } = await instance()
  const heard: unknown[] = []
  games.onChange((id, change) => heard.push([id, change]))
  games.onRename((user, origin) => heard.push([user, origin]))
  changes.onBoardChange((change, origin) => heard.push([change, origin]))
  endings.push(async () => end())
  const end = onForgetActor((which, origin) => heard.push([String(which), origin]))
  hear({ type: 'machines', changes: [[3, false], [4, true]] })
  hear({ type: 'board', board: 'scoreboard', id: 5, reason: 'updated' })
  hear({ type: 'revoked', token: Buffer.from('token').toString('base64') })
  hear({ type: 'renamed', user: 7 })
  while (heard.length < 5) await turn()
  expect(heard).toEqual([
    [3, { isSettled: false, origin: 'elsewhere' }],
    [4, { isSettled: true, origin: 'elsewhere' }],
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
  const shown = async () => JSON.parse((await other.hub.open('scoreboard', board.id, anonymous, undefined)).channel.scoresAnswer().bytes.toString()).data.length as number
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

/** The hints of a process whose clock goes by the test. */
function hintsOf() {
  const clock = { now: 1_000 }
  const timers: { at: number; work: () => void }[] = []
  const told: unknown[] = []
  const hints = new MachineHints(
    (changes) => told.push(changes),
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
  return { hints, told, pass }
}

test('what changes in one turn is told together, at once', () => {
  const { hints, told, pass } = hintsOf()
  hints.note(1, false)
  hints.note(2, true)
  pass(0)
  expect(told).toEqual([[[1, false], [2, true]]])
})

test('a machine that changes 50 times a second is told of 20 times a second, and never forgotten', () => {
  const { hints, told, pass } = hintsOf()
  for (let change = 0; change < 50; change += 1) {
    hints.note(1, false)
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
  const { hints, told, pass } = hintsOf()
  hints.note(1, false)
  pass(0)
  hints.note(1, true)
  hints.note(1, false)
  pass(50)
  expect(told).toEqual([[[1, false]], [[1, true]]])
})

test('many machines go in several messages', () => {
  const { hints, told } = hintsOf()
  for (let machine = 0; machine < 25_000; machine += 1) hints.note(machine, false)
  hints.flush()
  expect((told as unknown[][]).map(({ length }) => length)).toEqual([10_000, 10_000, 5_000])
})
