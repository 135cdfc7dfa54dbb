import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { Tvs } from '../../edges/tvs/tvs.service'
import { tvsRoutes } from '../../edges/tvs/tvs.routes'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeTvCode,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { boardRoutes } from '../boards/boards.routes'
import { BoardChanges } from '../boards/changes'
import { builtInKinds } from '../boards/kinds'
import { venuesRoutes } from '../venues/venues.routes'
import { quotas } from './quotas'

const database = useTestDatabase()
let app: FastifyInstance
let tvs: Tvs
beforeAll(async () => {
  const { db } = database
  const changes = new BoardChanges()
  tvs = new Tvs({ db, changes, publicUrl: '' })
  const venues = venuesRoutes({ db, changes, retirement: { cutOff: async () => [], endGames: async () => {} } })
  app = await buildTestApp(db, [venues, boardRoutes(builtInKinds.scoreboard, { db, changes }), tvsRoutes({ tvs })], {
    isLimited: false,
  })
})
afterAll(async () => {
  await tvs.close()
  await app.close()
})

const times = (count: number) => sql`generate_series(1, ${count}::int) as number`

test.each<
  [
    string,
    string,
    number,
    (owner: number, venue: number, board: number, count: number) => RawBuilder<unknown>,
    (venue: number, machine: number, board: number, code: string) => object,
    string,
  ]
>([
  [
    'venues',
    '/api/venue/',
    quotas.venues,
    (owner, _venue, _board, count) =>
      sql`insert into venues (owner_id, name) select ${owner}, number from ${times(count)}`,
    () => ({ name: 'One more' }),
    'venues, removed ones included',
  ],
  [
    'machines',
    '/api/venuemachine/',
    quotas.machines,
    (_owner, venue, _board, count) =>
      sql`insert into venue_machines (venue_id, machine_id, retired_at) select ${venue}, 1, now() from ${times(count)}`,
    (venue) => ({ venue, machine: 1 }),
    'machines, removed ones included',
  ],
  [
    'boards',
    '/api/scoreboard/',
    quotas.boardsOfAKind,
    (_owner, _venue, board, count) =>
      sql`insert into boards overriding system value select (jsonb_populate_record(one, jsonb_build_object('id', 1000000 + number, 'title', 'More ' || number))).* from boards one, ${times(count)} where one.id = ${board}`,
    (_venue, machine) => ({ title: 'One more', venuemachine_items: [{ venuemachine: machine }] }),
    'boards of this kind',
  ],
  [
    'TVs',
    '/api/tv/',
    quotas.tvs,
    (owner, _venue, board, count) =>
      sql`insert into tvs (owner_id, name, token_hash, board_type, board_id) select ${owner}, number, sha256(number::text::bytea), 'scoreboard', ${board} from ${times(count)}`,
    (_venue, _machine, board, code) => ({ code, name: 'One more', board: { type: 'scoreboard', id: board } }),
    'TVs',
  ],
])('RUN-05 an account has so many %s, and then is told', async (_what, url, most, fill, body, named) => {
  const { id: owner, token } = await makeUser(database.db)
  const venue = await makeVenue(database.db, owner)
  const machine = await makeVenueMachine(database.db, owner, { venueId: venue })
  const board = await makeScoreboard(database.db, owner, { venueMachineIds: [machine] })
  const send = async (code: string) => call(app, 'POST', url, { token, body: body(venue, machine, board.id, code) })
  await fill(owner, venue, board.id, most - 2).execute(database.db)
  const statuses: number[] = []
  for (let more = 0; more < 3; more += 1) {
    const { code } = await makeTvCode(database.db)
    const answer = await send(code)
    statuses.push(answer.status)
    if (answer.status === 201) continue
    expect(answer.body).toEqual({ non_field_errors: [`You have ${most} ${named}, which is the most allowed`] })
    break
  }
  expect(statuses.at(-1)).toBe(400)
  expect(statuses[0]).toBe(201)
  // Others are not held up.
  const other = await makeUser(database.db)
  expect((await call(app, 'POST', '/api/venue/', { token: other.token, body: { name: 'Bar' } })).status).toBe(201)
})
