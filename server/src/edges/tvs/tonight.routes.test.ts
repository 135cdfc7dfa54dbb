import { testSessionMark, type Tonight } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { buildTestApp, call, makeScoreboard, makeTv, makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../testing'
import { makeDeviceKey } from '../../testing/devices'
import { tonightRoutes } from './tonight.routes'

const database = useTestDatabase()
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
/** noon in UTC */
const now = Date.parse('2026-11-20T12:00:00Z')

beforeAll(async () => {
  app = await buildTestApp(database.db, [tonightRoutes({ db: database.db, now: () => now })], { isLimited: false })
})
beforeEach(async () => void (owner = await makeUser(database.db)))
afterAll(() => app.close())

const tonight = async (tz?: string, { token } = owner) => (await call(app, 'GET', `/api/tonight/${tz === undefined ? '' : `?tz=${encodeURIComponent(tz)}`}`, { token })).body as Tonight

let sessions = 0

/** A game that was seen so many seconds ago; over with these scores where there are any. */
async function play(machine: number, secondsAgo: number, scores?: bigint[], mark = ''): Promise<number> {
  const { db } = database
  const at = new Date(now - secondsAgo * 1000)
  sessions += 1
  const { id } = await db
    .insertInto('games')
    .values({ venue_machine_id: machine, session_uuid: mark + sessions.toString(16).padStart(32 - mark.length, '0'), sequence: 1, started_at: at, updated_at: at, scores: scores ?? [100n], settled_at: scores ? at : null, successful: scores ? true : null })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [slot, score] of (scores ?? []).entries()) {
    await db.insertInto('settled_scores').values({ game_id: id, position: slot + 1, venue_machine_id: machine, score, settled_at: at }).execute()
  }
  await db.updateTable('venue_machines').set({ last_heard_at: at }).where('id', '=', machine).execute()
  return id
}

test('TON-03 an owner with nothing is told so, step by step', async () => {
  const { db } = database
  expect(await tonight()).toEqual({ playing: [], silent: [], machines: 0, tvs: { online: 0, count: 0 }, best: null, steps: { venue: null, machine: null, has_score: false, has_board: false, has_tv: false } })
  const venue = await makeVenue(db, owner.id)
  expect((await tonight()).steps).toMatchObject({ venue, machine: null })
  const machine = await makeVenueMachine(db, owner.id, { venueId: venue })
  expect((await tonight()).steps).toMatchObject({ venue, machine, has_score: false })
  await play(machine, 5)
  expect((await tonight()).steps).toMatchObject({ has_score: true, has_board: false })
  const { id } = await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
  await makeTv(db, owner.id, { scoreboardId: id })
  expect((await tonight()).steps).toMatchObject({ has_board: true, has_tv: false })
  await db.updateTable('tvs').set({ shown_version: 'v1' }).where('owner_id', '=', owner.id).execute()
  expect((await tonight()).steps).toMatchObject({ has_tv: true })
})

test('TON-01 what is played, what is silent, and the TVs: one’s own, and of others nothing', async () => {
  const { db } = database
  const [played, silent] = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, owner.id)]
  await makeVenueMachine(db, owner.id)
  await play(played, 5)
  await play(silent, 600)
  const other = await makeUser(db)
  await play(await makeVenueMachine(db, other.id), 5, [9_000_000n])
  const found = await tonight()
  expect(found.playing.map(({ id }) => id)).toEqual([played])
  expect(found.silent).toMatchObject([{ id: silent, last_heard_at: new Date(now - 600_000).toISOString() }])
  expect(found.machines).toBe(3)
  expect(found.best).toBeNull()
  await db.updateTable('venue_machines').set({ retired_at: new Date(now) }).where('id', 'in', [played, silent]).execute()
  expect(await tonight()).toMatchObject({ playing: [], silent: [], machines: 1 })
})

test('TON-01 a machine that only a test game was played on is not silent until something is connected', async () => {
  const machine = await makeVenueMachine(database.db, owner.id)
  const silent = async () => (await tonight()).silent.map(({ id }) => id)
  await play(machine, 600, [250_000n], testSessionMark)
  expect(await silent()).toEqual([])
  await makeDeviceKey(database.db, machine)
  expect(await silent()).toEqual([machine])
})

test.each([
  // 12:00 UTC is 13:00 in Copenhagen and 02:00 in Honolulu.
  ['UTC', 600n],
  ['Europe/Copenhagen', 700n],
  ['Pacific/Honolulu', 500n],
])('TON-01 the best score of today is of the day in %s', async (tz, best) => {
  const machine = await makeVenueMachine(database.db, owner.id)
  await play(machine, 3600, [500n, 100n])
  await play(machine, 11 * 3600, [600n])
  await play(machine, 12 * 3600 + 1800, [700n])
  await play(machine, 30 * 3600, [900n])
  const found = await tonight(tz)
  expect(found.best).toMatchObject({ score: Number(best), player: null, venuemachine: { id: machine } })
})

test('TON-01 a player is named, and digits beyond a number’s are kept', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  const player = await makeUser(db, { display_name: 'Inês' })
  const game = await play(machine, 60, [9_007_199_254_740_993n])
  await db.updateTable('settled_scores').set({ user_id: player.id }).where('game_id', '=', game).execute()
  expect((await tonight()).best).toMatchObject({ game, score: '9007199254740993', player: 'Inês' })
})

test('CLM-08 a guest’s letters are the name beside today’s best score', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  const game = await play(machine, 60, [700n, 500n])
  await db.insertInto('game_claims').values({ game_id: game, position: 1, user_id: null, initials: 'ACE' }).execute()
  expect((await tonight()).best).toMatchObject({ game, score: 700, player: 'ACE' })
})

test('TON-01 a zone that there is not is refused, and so is who is not signed in', async () => {
  expect((await call(app, 'GET', '/api/tonight/?tz=Mars/Olympus', { token: owner.token })).status).toBe(400)
  expect((await call(app, 'GET', '/api/tonight/')).status).toBe(401)
})
