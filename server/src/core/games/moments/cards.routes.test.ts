import type { MomentCard } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { buildTestApp, call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../../testing'
import { tellGame } from '../entered/entered.store'
import { Games } from '../games.service'
import { gamesStore } from '../games.store'
import { MachineScores } from '../scores.service'
import { cardsRoutes } from './cards.routes'
import { Moments } from './moments.service'

const database = useTestDatabase()
let app: FastifyInstance
let moments: Moments
let owner: Awaited<ReturnType<typeof makeUser>>
let player: Awaited<ReturnType<typeof makeUser>>
const now = Date.now()

beforeAll(async () => {
  const { db } = database
  const games = new Games(gamesStore(db))
  const onError = (error: unknown) => {
    throw error
  }
  moments = new Moments({ db, games, onError, later: () => {} })
  app = await buildTestApp(db, [cardsRoutes({ db, scores: new MachineScores(db, games, () => now) })], {
    isLimited: false,
  })
  owner = await makeUser(db)
  player = await makeUser(db)
})
afterAll(async () => {
  await app.close()
  await moments.close()
})

/** Plays a game of one player, and tells what it tells. Answers its id. */
async function play(machine: number, score: number, by: { user?: number; guest?: string } = {}): Promise<number> {
  const { db } = database
  const uuid = randomUUID().replaceAll('-', '')
  const told = await tellGame(db, {
    ...{ venueMachineId: machine, uuid, by: 'program', playedAt: new Date('2026-03-01T23:30:00Z') },
    ...{ score: BigInt(score), user: by.user ?? null, guest: by.guest ?? null, note: null },
  })
  await moments.look()
  return told!.id
}

async function read(card: string, token?: string) {
  const { status, body } = await call(app, 'GET', `/api/moment/${card}/`, { token })
  return { status, body }
}
const card = async (id: string) => (await read(id)).body as MomentCard

test('CRD-01 a record has a card by its own id, and every claimed score one that says the widest record that it is', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  const board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
  const first = await play(machine, 100, { guest: 'ACE' })
  const best = await play(machine, 300, { user: player.id })
  const third = await play(machine, 50, { guest: 'LOW' })
  expect(await card(`game:${best}:1`)).toMatchObject({
    ...{ kind: 'venue_record', heading: 'House record', score: 300, place: 1, standing: '', is_open: true },
    ...{ player: { id: player.id }, previous: { score: 100, player: { initials: 'ACE' } } },
    ...{ day: '2026-03-01', board: { type: 'scoreboard', id: board.id } },
  })
  expect(await card(`venue_record:${best}:1`)).toEqual({
    ...(await card(`game:${best}:1`)),
    id: `venue_record:${best}:1`,
  })
  expect(await card(`game:${first}:1`)).toMatchObject({ kind: 'game', heading: '2nd best ever', previous: null })
  expect(await card(`game:${third}:1`)).toMatchObject({ kind: 'game', heading: '3rd best ever', place: 3 })
})

test('CRD-02 a card is opened by anyone while its machine is open, else by its owner, its players and holders of a key; all else is missing alike', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  const { viewerKey } = await makeScoreboard(db, owner.id, { venueMachineIds: [machine], isPublic: false })
  await play(machine, 1)
  const game = await play(machine, 7, { user: player.id })
  const unclaimed = await play(machine, 3)
  const id = `game:${game}:1`
  const missing = await read('game:987654321:1')
  expect(missing.status).toBe(404)
  for (const token of [owner.token, player.token])
    expect((await read(id, token)).body).toMatchObject({ is_open: false })
  expect((await call(app, 'GET', `/api/moment/${id}/?key=${viewerKey}`)).status).toBe(200)
  for (const hidden of [id, `venue_record:${game}:1`]) {
    expect(await read(hidden)).toEqual(missing)
    expect(await read(hidden, (await makeUser(db)).token)).toEqual(missing)
  }
  for (const none of [
    ...[`game:${unclaimed}:1`, `game:${game}:2`, `game:${game}:7`, `game:${game}`, `day_record:${game}:1`],
    ...[`first_game:${game}:1`, `nonsense:${game}:1`, `game:${game}:1%00`, `%00`, `game:${'9'.repeat(40)}:1`],
    ...['x'.repeat(90), `game:-1:1`, `game:${game}:1'--`],
  ])
    expect([none, await read(none, owner.token)]).toEqual([none, missing])
})

test('CRD-03 a card shows names as they are now, and is gone with its score, its record or its claim', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
  await play(machine, 1)
  const game = await play(machine, 5, { user: player.id })
  await db.updateTable('users').set({ display_name: 'Renamed' }).where('id', '=', player.id).execute()
  expect(await card(`game:${game}:1`)).toMatchObject({ player: { cached_display_name: 'Renamed' } })
  await db.deleteFrom('game_claims').where('game_id', '=', game).execute()
  expect((await read(`game:${game}:1`)).status).toBe(404)
  expect(await card(`venue_record:${game}:1`)).toMatchObject({ player: null, score: 5 })
  await db.updateTable('moments').set({ state: 'withdrawn' }).where('game_id', '=', game).execute()
  expect((await read(`venue_record:${game}:1`)).status).toBe(404)
  await db.deleteFrom('games').where('id', '=', game).execute()
  expect((await read(`venue_record:${game}:1`, owner.token)).status).toBe(404)
})

test('CRD-01 the day of a card is that of its venue', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  await makeScoreboard(db, owner.id, { venueMachineIds: [machine] })
  await db
    .updateTable('venues')
    .set({ time_zone: 'Asia/Tokyo' })
    .where('id', 'in', db.selectFrom('venue_machines').select('venue_id').where('id', '=', machine))
    .execute()
  expect(await card(`game:${await play(machine, 5, { guest: 'TOM' })}:1`)).toMatchObject({ day: '2026-03-02' })
})
