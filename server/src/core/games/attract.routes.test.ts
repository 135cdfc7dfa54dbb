import { createHash } from 'node:crypto'
import type { ScoreboardAttract } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import type { LiveHub } from '../../edges/live/hub'
import { startLive } from '../../edges/live/startLive'
import { buildTestApp, call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { BoardChanges } from '../boards/changes'
import { attractRoutes } from './attract.routes'
import { removeClaim } from './claims'
import { Games } from './games.service'
import { gamesStore } from './games.store'

const database = useTestDatabase()
let app: FastifyInstance
let hub: LiveHub
let games: Games
let owner: Awaited<ReturnType<typeof makeUser>>
let machine: number
/** half past midnight in Berlin, still yesterday in UTC */
const now = Date.parse('2026-11-20T23:30:00Z')

beforeAll(async () => {
  const { db } = database
  games = new Games(gamesStore(db))
  hub = startLive({ db, games, changes: new BoardChanges() })
  app = await buildTestApp(db, [attractRoutes({ db, live: hub, games, now: () => now })], { isLimited: false })
})
beforeEach(async () => {
  owner = await makeUser(database.db)
  machine = await makeVenueMachine(database.db, owner.id)
})
afterAll(async () => {
  await hub.close()
  await app.close()
})

let sessions = 0

/** A counted game that ended so many minutes ago, its slots claimed by users, guests or not at all. */
async function play(
  minutesAgo: number,
  ...slots: [score: bigint, by?: { user_id: number } | { initials: string }][]
): Promise<void> {
  const { db } = database
  const at = new Date(now - minutesAgo * 60_000)
  sessions += 1
  const { id } = await db
    .insertInto('games')
    .values({
      venue_machine_id: machine,
      session_uuid: sessions.toString(16).padStart(32, '0'),
      sequence: 1,
      started_at: at,
      updated_at: at,
      scores: slots.map(([score]) => score),
      settled_at: at,
      successful: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [slot, [score, by]] of slots.entries()) {
    if (by && 'user_id' in by)
      await db
        .insertInto('game_claims')
        .values({ game_id: id, position: slot + 1, ...by })
        .execute()
    if (by && 'initials' in by) {
      const { id: guest_id } = await db
        .insertInto('guests')
        .values({ hash: createHash('sha256').update(`${sessions} ${slot}`).digest() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('game_claims')
        .values({ game_id: id, position: slot + 1, guest_id, initials: by.initials })
        .execute()
    }
    await db
      .insertInto('settled_scores')
      .values({ game_id: id, position: slot + 1, venue_machine_id: machine, score, settled_at: at })
      .execute()
  }
}

const attract = async (board: number, query = '', token?: string) =>
  call(app, 'GET', `/api/scoreboard/${board}/attract/${query}`, { token })
const read = async (board: number, query = '') => (await attract(board, query)).body as ScoreboardAttract
const board = (isPublic = true) => makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic })

test('ATT-06 the five best scores of all time, the best named one of today, and today’s scores in their order', async () => {
  const pat = await makeUser(database.db, { display_name: 'Pat L.' })
  await play(2000, [900n, { user_id: pat.id }], [40n])
  await play(50, [70n], [20n])
  await play(20, [30n, { user_id: pat.id }])
  await play(10, [60n, { initials: 'ABC' }])
  await play(5, [10n])
  const { id } = await board()
  const seen = await read(id, '?tz=UTC')
  expect(seen.venuemachine).toBe(machine)
  expect(seen.records.map(({ score, player }) => [score, player?.cached_display_name])).toEqual([
    [900, 'Pat L.'],
    [70, undefined],
    [60, 'ABC'],
    [40, undefined],
    [30, 'Pat L.'],
  ])
  expect(seen.best_today).toMatchObject({ score: 60, player: { cached_display_name: 'ABC', prefer_initials: true } })
  expect(seen.today.map(({ score }) => score)).toEqual([70, 20, 30, 60, 10])
})

test('ATT-06 today begins at midnight of the screen’s zone, at that of UTC where the server does not know it', async () => {
  await play(50, [70n])
  await play(10, [60n])
  const { id } = await board()
  expect((await read(id, '?tz=Europe/Berlin')).today.map(({ score }) => score)).toEqual([60])
  expect((await read(id)).today.map(({ score }) => score)).toEqual([70, 60])
  expect((await read(id, '?tz=Etc/Unknown')).today.map(({ score }) => score)).toEqual([70, 60])
})

test('ATT-06 never played: nothing; a long day: its newest 48', async () => {
  const { id } = await board()
  expect(await read(id)).toEqual({ venuemachine: machine, records: [], best_today: null, today: [] })
  for (let at = 60; at > 0; at -= 1) await play(at, [BigInt(at)])
  const { today } = await read(id, '?tz=Etc/UTC')
  expect(today.map(({ score }) => score)).toEqual(Array.from({ length: 48 }, (_, at) => 48 - at))
})

test('ATT-06 the best one of today may be older than the 500 newest scores', async () => {
  await play(1200, [9000n, { initials: 'TOP' }])
  await play(1100, [9000n, { initials: 'TIE' }])
  await Promise.all(
    Array.from({ length: 90 }, (_, at) => play(at, ...Array.from({ length: 6 }, (): [bigint] => [99n]))),
  )
  const { best_today } = await read((await board()).id, '?tz=UTC')
  expect(best_today).toMatchObject({ score: 9000, player: { cached_display_name: 'TOP' } })
})

test('ATT-06 many walls cost one read a minute, and who knows the answer is told so in a line', async () => {
  await play(5, [10n])
  const { id } = await board()
  const { headers } = await attract(id)
  await play(4, [99n])
  expect((await read(id)).records.map(({ score }) => score)).toEqual([10])
  expect(
    (await app.inject({ url: `/api/scoreboard/${id}/attract/`, headers: { 'if-none-match': String(headers.etag) } }))
      .statusCode,
  ).toBe(304)
})

test('ATT-06 CLM-02 a name that is taken off or changed is gone from the next answer, also while a standby still has it', async () => {
  const { db } = database
  const pat = await makeUser(db, { display_name: 'Pat L.' })
  await play(5, [70n, { user_id: pat.id }], [10n, { initials: 'ABC' }])
  const { id } = await board()
  let asked = 0
  const readDb = db.withPlugin({
    transformQuery: ({ node }) => ((asked += 1), node),
    transformResult: async ({ result }) => result,
  })
  const withStandby = await buildTestApp(db, [attractRoutes({ db, readDb, live: hub, games, now: () => now })], {
    isLimited: false,
  })
  const names = async () =>
    ((await call(withStandby, 'GET', `/api/scoreboard/${id}/attract/`)).body as ScoreboardAttract).records.map(
      ({ player }) => player?.cached_display_name,
    )
  expect(await names()).toEqual(['Pat L.', 'ABC'])
  expect(asked).toBeGreaterThan(0)
  const before = asked
  const game = await db
    .selectFrom('games')
    .select('id')
    .where('venue_machine_id', '=', machine)
    .executeTakeFirstOrThrow()
  expect(await removeClaim(db, games, async () => [], machine, 2, game.id)).toEqual([])
  expect(await names()).toEqual(['Pat L.', undefined])
  await db.updateTable('users').set({ display_name: 'Robin' }).where('id', '=', pat.id).execute()
  await games.renamed(pat.id)
  expect(await names()).toEqual(['Robin', undefined])
  expect(asked).toBe(before)
  await withStandby.close()
})
