import type { FastifyInstance } from 'fastify'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { buildTestApp, call, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { Devices } from './devices.service'
import { ownedDevicesRoutes } from './owner.routes'
import { TestGames } from './testGames'

const database = useTestDatabase()
const session = 'ab'.repeat(16)

let app: FastifyInstance
let games: Games
let testGames: TestGames
let waiting: (() => void)[] = []
const errors: unknown[] = []
let aheadMs = 0
const now = () => Date.now() + aheadMs

beforeAll(async () => {
  const { db } = database
  games = new Games(gamesStore(db), { now })
  testGames = new TestGames({
    db,
    games,
    onError: (error) => errors.push(error),
    schedule: (work) => void waiting.push(work),
    now,
  })
  app = await buildTestApp(db, [ownedDevicesRoutes({ db, devices: new Devices(db, games), testGames })], {
    isLimited: false,
  })
})
afterAll(async () => {
  await app.close()
  await games.close()
})
beforeEach(() => {
  waiting = []
  aheadMs = 0
})
afterEach(() => expect(errors.splice(0)).toEqual([]))

async function stage() {
  const owner = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, owner.id)
  const play = (token = owner.token) => call(app, 'POST', `/api/venuemachine/${machine}/test_game/`, { token })
  const now = () => games.current(machine)
  /** The next moment of the test game, written. */
  const goOn = async () => {
    let isTold = false
    const asked = waiting.length
    const told = games.onChange((id) => (isTold ||= id === machine))
    waiting.shift()!()
    while (!isTold && waiting.length < asked) await new Promise((resolve) => setImmediate(resolve))
    // A moment that is written asks for the next one in a later turn.
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    told()
  }
  const entry = {
    session_uuid: session,
    session_sequence: 1n,
    active: true,
    current_player: 1,
    current_ball: 1,
    current_p1_score: 5n,
  }
  return { machine, play, now, goOn, entry }
}

test('MAC-07 the server plays a marked game, moment by moment, that ends and counts nowhere', async () => {
  const { machine, play, now, goOn } = await stage()
  const begun = await play()
  expect(begun).toMatchObject({ status: 201, body: { seconds: 10 } })
  expect(await now()).toMatchObject({
    id: (begun.body as { game: number }).game,
    is_test: true,
    current_ball: 1,
    settled_on: null,
    scores: [{ score: 0 }],
  })
  const balls: unknown[] = []
  while (waiting.length > 0) {
    await goOn()
    balls.push((await now())!.current_ball)
  }
  expect(balls).toEqual([1, 1, 2, 2, 3, 3, 3])
  expect(await now()).toMatchObject({ is_test: true, scores: [{ score: 250_000 }], settled_on: expect.any(String) })
  const written = await database.db
    .selectFrom('games')
    .select('successful')
    .where('venue_machine_id', '=', machine)
    .execute()
  expect(written).toEqual([{ successful: false }])
  expect((await play()).status).toBe(201)
})

test('MAC-12 one at a time, none while somebody plays, and none on another owner’s machine', async () => {
  const { machine, play, entry, goOn } = await stage()
  expect(await play((await makeUser(database.db)).token)).toMatchObject({
    status: 404,
    body: { detail: 'Item not found.' },
  })
  expect(await play()).toMatchObject({ status: 201 })
  expect(await play()).toMatchObject({
    status: 409,
    body: { detail: 'A test game is already running on this machine. Wait until it is over.' },
  })
  await games.record(machine, entry)
  expect(await play()).toMatchObject({
    status: 409,
    body: { detail: 'Somebody is playing on this machine. Play a test game when that game is over.' },
  })
  waiting.shift()!()
  expect(waiting).toEqual([])
  await games.record(machine, { ...entry, session_sequence: 2n, active: false })
  expect((await play()).status).toBe(201)
  while (waiting.length > 0) await goOn()
})

test('MAC-12 a real game ends it, and is left alone by it', async () => {
  const { machine, play, now, entry } = await stage()
  await play()
  await games.record(machine, entry)
  const next = waiting.shift()!
  next()
  // What is recorded next is written after the moment that was refused.
  await games.record(machine, { ...entry, session_sequence: 2n, current_p1_score: 6n })
  expect(await now()).toMatchObject({ scores: [{ score: 6 }], settled_on: null })
  expect((await now())!.is_test).toBeUndefined()
  expect(waiting).toEqual([])
})

test('MAC-12 a device that stands idle beside it does not end it; the end of the server does', async () => {
  const { machine, play, now } = await stage()
  await play()
  await games.heartbeat(machine, false)
  expect(await now()).toMatchObject({ is_test: true, settled_on: null })
  await testGames.stop()
  expect(await now()).toMatchObject({ is_test: true, settled_on: expect.any(String) })
})

test('MAC-13 one whose server was gone before its end is replaced by the next, and ended by a device that stands idle', async () => {
  const { machine, play, now: newest } = await stage()
  const { body: first } = await play()
  aheadMs = 11_000
  expect(await play()).toMatchObject({ status: 201 })
  expect(await newest()).toMatchObject({ is_test: true, settled_on: null })
  expect((await newest())!.id).not.toBe((first as { game: number }).game)
  aheadMs = 22_000
  await games.heartbeat(machine, false)
  expect(await newest()).toMatchObject({ is_test: true, settled_on: expect.any(String) })
})
