import { randomUUID } from 'node:crypto'
import { testSessionMark } from '@multiball/shared/schema'
import { CompiledQuery, PostgresQueryCompiler, sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { listHot, listTopScores } from './scores.store'

const database = useTestDatabase()
const now = Date.now()
const minuteMs = 60_000
const machines = 60
const gamesEach = 500
let ids: number[]

/** Machines that have played for months, without a pause; the later ones have played more within the last hour. */
beforeAll(async () => {
  const { db } = database
  const owner = await makeUser(db)
  ids = []
  for (let at = 0; at < machines; at += 1) ids.push(await makeVenueMachine(db, owner.id))
  await makeScoreboard(db, owner.id, { venueMachineIds: ids })
  await sql`
    insert into games (venue_machine_id, session_uuid, sequence, started_at, updated_at, settled_at, successful, scores)
    select m.id, gen_random_uuid(), 1, at, at, at, true, '{100}'
    from unnest(${ids}::bigint[]) with ordinality m (id, place), generate_series(1, ${gamesEach}::int) n,
      lateral (select to_timestamp(${now / 1000}::float8) - (${gamesEach} - n) * interval '1 hour' / m.place as at) played
  `.execute(db)
  await sql`
    insert into games (venue_machine_id, session_uuid, sequence, started_at, scores)
    select id, gen_random_uuid(), 1, to_timestamp(${now / 1000}::float8), '{1}' from unnest(${ids}::bigint[]) id
  `.execute(db)
  await db
    .updateTable('venue_machines')
    .set({ last_heard_at: new Date(now) })
    .where('id', 'in', ids)
    .execute()
  await sql`vacuum analyze games`.execute(db)
  await sql`vacuum analyze venue_machines`.execute(db)
})

const ask = (db: Kysely<Tables>) => listHot(db, new Date(now - minuteMs), new Date(now - 60 * minuteMs), 5)

test('hot games are those of the machines that played most within the hour; a settled or silent one is none', async () => {
  const { db } = database
  const best = [...ids].reverse()
  expect((await ask(db)).map(({ id }) => id)).toEqual(best.slice(0, 5))
  await db
    .updateTable('games')
    .set({ settled_at: new Date(now) })
    .where('venue_machine_id', '=', best[0]!)
    .where('settled_at', 'is', null)
    .execute()
  await db
    .updateTable('venue_machines')
    .set({ last_heard_at: new Date(now - 2 * minuteMs) })
    .where('id', '=', best[1]!)
    .execute()
  expect((await ask(db)).map(({ id }) => id)).toEqual(best.slice(2, 7))
})

test('VSB-09 test games make no machine hot, and take no place of one that is', async () => {
  const { db } = database
  const before = (await ask(db)).map(({ id }) => id)
  const [most, last] = [before[0]!, before.at(-1)!]
  const test = () => `${testSessionMark}${randomUUID().replaceAll('-', '').slice(testSessionMark.length)}`
  const play = (id: number, minutesAgo: number, settled_at: Date | null) =>
    db
      .insertInto('games')
      .values({
        venue_machine_id: id,
        session_uuid: test(),
        sequence: 1,
        started_at: new Date(now - minutesAgo * minuteMs),
        scores: [1n],
        settled_at,
      })
      .execute()
  for (let at = 0; at < 20; at += 1) await play(last, at, new Date(now))
  expect((await ask(db)).map(({ id }) => id)).toEqual(before)
  await db
    .updateTable('games')
    .set({ settled_at: new Date(now) })
    .where('venue_machine_id', '=', most)
    .where('settled_at', 'is', null)
    .execute()
  await play(most, 0, null)
  const after = (await ask(db)).map(({ id }) => id)
  expect(after).toHaveLength(5)
  expect(after.slice(0, 4)).toEqual(before.slice(1))
})

test('of equal scores of one moment the same ones are among the best each time, in the order of their games', async () => {
  const { db } = database
  const machine = await makeVenueMachine(db, (await makeUser(db)).id)
  const games: number[] = []
  for (let at = 0; at < 6; at += 1) {
    const moment = new Date(now)
    const { id } = await db
      .insertInto('games')
      .values({
        venue_machine_id: machine,
        session_uuid: randomUUID(),
        sequence: 1,
        started_at: moment,
        settled_at: moment,
        successful: true,
        scores: [500n, 500n],
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    games.push(id)
  }
  // Those of the game that came last are stored first.
  for (const game_id of [...games].reverse())
    for (const position of [2, 1])
      await db
        .insertInto('settled_scores')
        .values({ game_id, position, venue_machine_id: machine, score: 500n, settled_at: new Date(now) })
        .execute()
  expect((await listTopScores(db, machine, 5)).map(({ game_id }) => game_id)).toEqual([
    games[0],
    games[0],
    games[1],
    games[1],
    games[2],
  ])
})

test('LOAD-04 no game is read to find them, but tests: only indexes are, and of the last hour alone', async () => {
  const asked: CompiledQuery[] = []
  const compiler = new PostgresQueryCompiler()
  await ask(
    database.db.withPlugin({
      transformQuery: ({ node, queryId }) => (asked.push(compiler.compileQuery(node, queryId)), node),
      transformResult: async ({ result }) => result,
    }),
  )
  const [{ sql: text, parameters }] = asked as [CompiledQuery]
  const { rows } = await database.db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain (analyze, buffers) ${text}`, [...parameters]),
  )
  const plan = rows.map((row) => row['QUERY PLAN'])
  const isOfTests = (line: string) => line.includes('games_venue_machine_id_session_uuid_generation_key')
  const all = plan.filter((line) => /Scan.* on games/.test(line))
  const onGames = all.filter((line) => !isOfTests(line))
  // Of all games that were played, those that were tests.
  expect(all.filter(isOfTests)).toHaveLength(1)
  expect(onGames).toHaveLength(2)
  for (const line of onGames) expect(line).toMatch(/Index Only Scan using games_(?:started|running)/)
  const entries = onGames.map(
    (line) => Number(/ rows=([\d.]+) loops=/.exec(line)![1]) * Number(/ loops=(\d+)/.exec(line)![1]),
  )
  expect(Math.max(...entries)).toBeLessThan((machines * gamesEach) / 10)
})
