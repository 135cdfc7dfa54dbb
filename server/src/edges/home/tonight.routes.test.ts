import { testSessionMark, type Tonight } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeTv,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { makeDevice, makeDeviceKey } from '../../testing/devices'
import { onlineForMs } from '../tvs/tvs.service'
import { tonightRoutes } from './tonight.routes'

const database = useTestDatabase()
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
/** noon in UTC */
const now = Date.parse('2026-11-20T12:00:00Z')

beforeAll(async () => {
  app = await buildTestApp(
    database.db,
    [tonightRoutes({ db: database.db, tvOnlineForMs: onlineForMs, now: () => now })],
    { isLimited: false },
  )
})
beforeEach(async () => void (owner = await makeUser(database.db)))
afterAll(() => app.close())

const tonight = async (tz?: string, { token } = owner) =>
  (await call(app, 'GET', `/api/tonight/${tz === undefined ? '' : `?tz=${encodeURIComponent(tz)}`}`, { token }))
    .body as Tonight

let sessions = 0

/** A game that was seen so many seconds ago; over with these scores where there are any. */
async function play(machine: number, secondsAgo: number, scores?: bigint[], mark = ''): Promise<number> {
  const { db } = database
  const at = new Date(now - secondsAgo * 1000)
  sessions += 1
  const { id } = await db
    .insertInto('games')
    .values({
      venue_machine_id: machine,
      session_uuid: mark + sessions.toString(16).padStart(32 - mark.length, '0'),
      sequence: 1,
      started_at: at,
      updated_at: at,
      scores: scores ?? [100n],
      settled_at: scores ? at : null,
      successful: scores ? true : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [slot, score] of (scores ?? []).entries()) {
    await db
      .insertInto('settled_scores')
      .values({ game_id: id, position: slot + 1, venue_machine_id: machine, score, settled_at: at })
      .execute()
  }
  await db.updateTable('venue_machines').set({ last_heard_at: at }).where('id', '=', machine).execute()
  return id
}

test('TON-03 an owner with nothing is told so, step by step', async () => {
  const { db } = database
  expect(await tonight()).toEqual({
    playing: [],
    silent: [],
    counts: { playing: 0, silent: 0 },
    machines: 0,
    tvs: { online: 0, count: 0 },
    best: null,
    steps: { venue: null, machine: null, has_score: false, has_board: false, has_tv: false },
    waiting_scores: 0,
  })
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
  await makeDevice(db, silent)
  await play(played, 5)
  await play(silent, 600)
  const other = await makeUser(db)
  await play(await makeVenueMachine(db, other.id), 5, [9_000_000n])
  const found = await tonight()
  expect(found.playing.map(({ id }) => id)).toEqual([played])
  expect(found.silent).toMatchObject([{ id: silent, last_heard_at: new Date(now - 600_000).toISOString() }])
  expect(found.machines).toBe(3)
  expect(found.best).toBeNull()
  await db
    .updateTable('venue_machines')
    .set({ retired_at: new Date(now) })
    .where('id', 'in', [played, silent])
    .execute()
  expect(await tonight()).toMatchObject({ playing: [], silent: [], machines: 1 })
})

describe('TON-14 silent is only what should be sending', () => {
  const over = [250_000n]
  test.each<
    [
      string,
      { sends: 'device' | 'key' | 'nothing'; secondsAgo: number; scores?: bigint[]; mark?: string },
      { playing?: true; silent?: true },
    ]
  >([
    [
      'a device, which sends while it is not played on, too',
      { sends: 'device', secondsAgo: 90, scores: over },
      { silent: true },
    ],
    ['a script between two games', { sends: 'key', secondsAgo: 600, scores: over }, {}],
    ['a script whose player holds the ball', { sends: 'key', secondsAgo: 90 }, { playing: true }],
    ['a script in the middle of a game', { sends: 'key', secondsAgo: 240 }, { silent: true }],
    ['a device in the middle of a game', { sends: 'device', secondsAgo: 90 }, { silent: true }],
    ['nothing, after a test game', { sends: 'nothing', secondsAgo: 600, scores: over, mark: testSessionMark }, {}],
    ['nothing, after a test game that broke off', { sends: 'nothing', secondsAgo: 240, mark: testSessionMark }, {}],
  ])('%s', async (_who, { sends, secondsAgo, scores, mark }, expected) => {
    const machine = await makeVenueMachine(database.db, owner.id)
    if (sends === 'key') await makeDeviceKey(database.db, machine)
    if (sends === 'device') await makeDevice(database.db, machine)
    await play(machine, secondsAgo, scores, mark)
    const { playing, silent } = await tonight()
    expect([playing.length, silent.length]).toEqual([expected.playing ? 1 : 0, expected.silent ? 1 : 0])
  })

  test('TON-15 more than are listed are counted', async () => {
    for (let made = 0; made < 13; made += 1) {
      await play(await makeVenueMachine(database.db, owner.id), 5)
      await play(await makeVenueMachine(database.db, owner.id), 240)
    }
    const { playing, silent, counts } = await tonight()
    expect([playing.length, silent.length, counts]).toEqual([12, 12, { playing: 13, silent: 13 }])
  })
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

test('TON-01 a zone that the server does not know is UTC', async () => {
  expect(await tonight('Mars/Olympus')).toEqual(await tonight('UTC'))
})
