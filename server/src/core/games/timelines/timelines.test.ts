import type { GameTimeline } from '@multiball/shared/schema'
import { Entry } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import { buildTestApp, call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../../testing'
import { claimSlot } from '../claims'
import { Games } from '../games.service'
import type { ChangeListener } from '../games.service'
import { gamesStore } from '../games.store'
import { MachineScores } from '../scores.service'
import { timelinesRoutes } from './timelines.routes'
import { tidy } from '../../../tidy'
import { fewestPacked, lookedAtOnce, mostNoted, mostPacked, packAfterMs, Timelines } from './timelines.service'

const database = useTestDatabase()
const startMs = Date.parse('2026-05-01T20:00:00Z')
let now = startMs
let app: FastifyInstance
let games: Games
let timelines: Timelines
const errors: unknown[] = []

beforeAll(async () => {
  const { db } = database
  const store = gamesStore(db)
  games = new Games(store, { now: () => now })
  timelines = new Timelines(db, games, { now: () => now, onError: (error) => errors.push(error) })
  app = await buildTestApp(db, [
    timelinesRoutes({ db, scores: new MachineScores(db, games, () => now), store, now: () => now }),
  ])
})
afterAll(async () => {
  await app.close()
  await timelines.close()
})
beforeEach(() => void (now = startMs))

/** A machine, and posts of its game, each followed by a look. */
async function stage({ isPublic = true } = {}) {
  const owner = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, owner.id)
  await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic })
  const session_uuid = crypto.randomUUID()
  let sequence = 0
  const post = async (afterMs: number, fields: object, given = games) => {
    now += afterMs
    await given.record(
      machine,
      v.parse(Entry, {
        session_uuid,
        session_sequence: (sequence += 1),
        current_player: 1,
        current_ball: 1,
        ...fields,
      }),
    )
    await timelines.look()
  }
  const read = async (token = owner.token) => {
    const { id } = await database.db
      .selectFrom('games')
      .select('id')
      .where('venue_machine_id', '=', machine)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const answer = await call(app, 'GET', `/api/game/${id}/timeline/`, { token })
    return { id, status: answer.status, timeline: answer.body as GameTimeline }
  }
  return { owner, machine, post, read }
}

/** A game of two players with a mode. */
async function playGame(post: Awaited<ReturnType<typeof stage>>['post']) {
  await post(0, { current_p1_score: 0, current_p2_score: 0 })
  await post(300, { current_p1_score: 500 })
  await post(1_700, { current_p1_score: 5_000, game_modes: 'MB{red}:Multiball' })
  await post(1_000, { current_player: 2, current_p2_score: '9007199254740993' })
  await post(2_000, { active: false })
}

const played = [
  { at: 0, scores: [0, 0], player: 1, ball: 1, modes: [] },
  { at: 2_000, scores: [5_000, 0], player: 1, ball: 1, modes: ['MB{red}:Multiball'] },
  { at: 3_000, scores: [5_000, '9007199254740993'], player: 2, ball: 1, modes: [] },
]

const noted = async (gameId: number) =>
  (await database.db.selectFrom('game_points').selectAll().where('game_id', '=', gameId).execute()).length

test('how a game goes is noted from its entries: each turn, and scores once a second', async () => {
  const { machine, post, read } = await stage()
  await playGame(post)
  await timelines.write()
  const { timeline } = await read()
  expect(timeline).toMatchObject({
    venuemachine: { id: machine, venue: { name: 'Silver Ball Arcade' }, machine: { name: 'Medieval Madness' } },
    started_on: new Date(startMs).toISOString(),
    settled_on: new Date(startMs + 5_000).toISOString(),
    successful: true,
    scores: [
      { position: 1, score: 5_000, player: null },
      { position: 2, score: '9007199254740993', player: null },
    ],
    source: 'entries',
  })
  expect(timeline.points.map(({ at, ...point }) => ({ at: Math.round(at), ...point }))).toEqual([
    ...played,
    { at: 5_000, scores: [5_000, '9007199254740993'], player: 1, ball: 1, modes: [] },
  ])
})

test('points that came too soon for a second note are noted a second later', async () => {
  const { post, read } = await stage()
  await post(0, { current_p1_score: 1 })
  await post(300, { current_p1_score: 2 })
  await timelines.look()
  now += 1_000
  await timelines.look()
  await timelines.look()
  await timelines.write()
  expect((await read()).timeline).toMatchObject({
    settled_on: null,
    successful: null,
    points: [{ scores: [1] }, { scores: [2] }],
  })
})

test('what a game ended with is there, even if the next one begins before anybody looks', async () => {
  const { machine, post, read } = await stage()
  await post(0, { current_p1_score: 1 })
  now += 2_000
  for (const entry of [
    { session_sequence: 50, current_p1_score: 99, active: false },
    { session_sequence: 51, current_p1_score: 0 },
  ]) {
    const { rows } = await sql<{
      session: string
    }>`select session_uuid as session from games where venue_machine_id = ${machine} limit 1`.execute(database.db)
    await games.record(machine, v.parse(Entry, { session_uuid: rows[0]!.session, ...entry }))
  }
  await timelines.look()
  await timelines.write()
  expect((await read()).timeline.points).toMatchObject([
    { at: 0, scores: [1] },
    { at: 2_000, scores: [99] },
  ])
})

test('a settled game is packed into one row, later points with it, and reads the same', async () => {
  const { post, read } = await stage()
  await playGame(post)
  await timelines.write()
  const before = await read()
  await timelines.pack()
  expect(await noted(before.id)).toBeGreaterThan(0)
  now += packAfterMs + 1
  await timelines.pack()
  expect(await noted(before.id)).toBe(0)
  expect(await read()).toEqual(before)

  // A last word that comes late, and two processes that pack at the same time.
  const other = new Timelines(database.db, games, { now: () => now, onError: (error) => errors.push(error) })
  await post(1_000, { active: false, current_p1_score: 6_000 })
  await timelines.write()
  now += packAfterMs + 1
  await Promise.all([timelines.pack(), other.pack()])
  expect(await noted(before.id)).toBe(0)
  const { timeline } = await read()
  expect(timeline.points).toHaveLength(before.timeline.points.length + 1)
  expect(timeline.points.at(-1)).toMatchObject({ scores: [6_000, '9007199254740993'] })
  await other.close()
  expect(errors).toEqual([])
})

test('a long game is packed to what a curve needs', async () => {
  const { post, read } = await stage()
  await post(0, { current_p1_score: 0 })
  const { id } = await read()
  await sql`insert into game_points (game_id, seen_at, scores) select ${id}, ${new Date(startMs)}::timestamptz + n * interval '1 s', array[n] from generate_series(1, 3000) n`.execute(
    database.db,
  )
  await post(3_000_000, { current_p1_score: 3_001, active: false })
  await timelines.write()
  now += packAfterMs + 1
  await timelines.pack()
  const { points } = (await database.db
    .selectFrom('game_timelines')
    .select('points')
    .where('game_id', '=', id)
    .executeTakeFirstOrThrow()) as { points: unknown[] }
  expect(points).toHaveLength(mostPacked)
  expect((await read()).timeline.points.at(-1)).toMatchObject({ scores: [3_001] })
})

test('RUN-05 what is packed of the games of one owner has so many bytes a day; then a few points of each are kept', async () => {
  const [spender, other] = [await stage(), await stage()]
  const strict = new Timelines(database.db, games, {
    now: () => now,
    packed: { take: (owner) => Number(owner === String(spender.owner.id)) },
  })
  const kept = []
  for (const { post, read } of [spender, other]) {
    for (let at = 0; at < 30; at += 1) await post(1_000, { current_p1_score: at, game_modes: 'MB:x' })
    await post(1_000, { active: false })
    await timelines.write()
    now += packAfterMs + 1
    await strict.pack()
    kept.push((await read()).timeline.points)
  }
  await strict.close()
  expect(kept.map(({ length }) => length)).toEqual([fewestPacked, 31])
  expect(kept[0]).toMatchObject({ 0: { scores: [0], modes: [] }, [fewestPacked - 1]: { scores: [29] } })
})

test('a game that never ends keeps no more points than a curve needs, and reads on to its newest state', async () => {
  const { post, read } = await stage()
  await post(0, { current_p1_score: 0 })
  const { id } = await read()
  await timelines.write()
  const note = (from: number) =>
    sql`
    insert into game_points (game_id, seen_at, scores)
    select ${id}, ${new Date(startMs)}::timestamptz + n * interval '1 s', array[n] from generate_series(${from}::int, ${from + mostNoted - 1}::int) n
  `.execute(database.db)
  for (const round of [0, 1]) {
    await note(1 + round * mostNoted)
    await timelines.pack()
    expect(await noted(id)).toBeLessThan(mostNoted)
  }
  await post(21_000_000, { current_p1_score: 99_999 })
  await timelines.write()
  expect(await noted(id)).toBe(1)
  const { points } = (await read()).timeline
  expect(points).toHaveLength(1_000)
  expect(points[0]).toMatchObject({ at: 0 })
  expect(points.filter(({ at }) => at < 10_000_000).length).toBeGreaterThan(200)
  expect(points.at(-1)).toMatchObject({ scores: [99_999] })
  expect(errors).toEqual([])
})

test('the log of the device, where it wrote one, is the better source; an empty one is none', async () => {
  const { post, read } = await stage()
  await playGame(post)
  await timelines.write()
  const { id } = await read()
  const line = (time: number, scores: string[]) => ({ time, scores, player: 1, ball: 1, modes: ['XX:x'] })
  const keep = async (lines: object[]) => {
    const timeline = JSON.stringify(lines)
    await database.db
      .insertInto('game_logs')
      .values({ game_id: id, timeline })
      .onConflict((clash) => clash.column('game_id').doUpdateSet({ timeline, received_at: new Date() }))
      .execute()
  }
  await keep([])
  expect((await read()).timeline.source).toBe('entries')
  await keep([line(1_795_190_279, ['0']), line(1_795_190_281, ['9007199254740993'])])
  expect((await read()).timeline).toMatchObject({
    source: 'log',
    points: [
      { at: 0, scores: [0] },
      { at: 2_000, scores: ['9007199254740993'], modes: ['XX:x'] },
    ],
  })
})

test('RUN-05 what is told of a game that nothing has changed is made once: a client that has it is told so, and a claim or a log makes another', async () => {
  const { owner, machine, post } = await stage()
  await playGame(post)
  await timelines.write()
  const { id } = await database.db
    .selectFrom('games')
    .select('id')
    .where('venue_machine_id', '=', machine)
    .executeTakeFirstOrThrow()
  const read = (etag = '') =>
    call(app, 'GET', `/api/game/${id}/timeline/`, { token: owner.token, headers: { 'if-none-match': etag } })
  const before = await read()
  await sql`update game_points set scores = '{7}' where game_id = ${id}`.execute(database.db)
  expect((await read()).text).toBe(before.text)
  const etag = String(before.headers.etag)
  expect(await read(etag)).toMatchObject({ status: 304, text: '' })
  await claimSlot(database.db, games, machine, 1, owner.id, now)
  const after = await read(etag)
  expect(after.body).toMatchObject({ scores: [{ player: { id: owner.id } }, { player: null }] })
  await database.db
    .insertInto('game_logs')
    .values({
      game_id: id,
      timeline: JSON.stringify([0, 9].map((time) => ({ time, scores: ['1'], player: 1, ball: 1, modes: [] }))),
    })
    .execute()
  expect((await read(String(after.headers.etag))).body).toMatchObject({ source: 'log' })
})

test('RUN-05 modes that a machine changes all the time have room for so many in what is kept', async () => {
  const { post, read } = await stage()
  const modes = (at: number) => Array.from({ length: 20 }, (_, place) => `${at}:${place} ${'x'.repeat(190)}`).join(';')
  for (let at = 0; at < 60; at += 1) await post(2_000, { current_p1_score: at, game_modes: modes(at) })
  await timelines.write()
  const { id } = await read()
  const sizes = async (table: string) =>
    (
      await sql<{
        size: number
      }>`select length(string_agg(${sql.ref(table)}::text, ''))::int as size from ${sql.table(table)} where game_id = ${id}`.execute(
        database.db,
      )
    ).rows[0]!.size
  expect([await noted(id), (await sizes('game_points')) < 250_000]).toEqual([60, true])
  await post(1_000, { active: false })
  now += packAfterMs + 1
  await timelines.pack()
  expect(await sizes('game_timelines')).toBeLessThan(60_000)
})

test('a game that nobody followed says so', async () => {
  const { machine, read } = await stage()
  await database.db
    .insertInto('games')
    .values({ venue_machine_id: machine, session_uuid: crypto.randomUUID(), sequence: 1, scores: ['5'] })
    .execute()
  expect((await read()).timeline).toMatchObject({ source: 'none', points: [], scores: [{ position: 1, score: 5 }] })
})

test('API-04 on a machine of a private board: its owner and who has played see it, for everybody else there is none', async () => {
  const { owner, machine, post, read } = await stage({ isPublic: false })
  const [player, stranger] = [await makeUser(database.db), await makeUser(database.db)]
  await post(0, { current_p1_score: 1 })
  await claimSlot(database.db, games, machine, 1, player.id, now)
  expect((await read(owner.token)).status).toBe(200)
  expect((await read(player.token)).timeline.scores).toMatchObject([{ player: { id: player.id } }])
  expect(await read(stranger.token)).toMatchObject({ status: 404, timeline: { detail: 'Item not found.' } })
})

test('while the database is away points wait, and entries do not', async () => {
  const { post, read } = await stage()
  await post(0, { current_p1_score: 1 })
  const { id } = await read()
  await sql`alter table game_points rename to game_points_away`.execute(database.db)
  await timelines.write()
  expect(errors.splice(0)).toHaveLength(1)
  await post(2_000, { current_p1_score: 2 })
  await sql`alter table game_points_away rename to game_points`.execute(database.db)
  await timelines.write()
  expect(await noted(id)).toBe(2)
})

test('a game that is removed before its points are written takes no other game’s points with it', async () => {
  const [gone, kept] = [await stage(), await stage()]
  for (const { post } of [gone, kept]) await post(0, { current_p1_score: 1 })
  const { id } = await kept.read()
  await database.db.deleteFrom('games').where('venue_machine_id', '=', gone.machine).execute()
  await timelines.write()
  expect(await noted(id)).toBe(1)
  expect(errors).toEqual([])
})

test('of very many machines each look takes some, in turn, and the end takes all', async () => {
  const asked: number[] = []
  const subscribed: { listener?: ChangeListener } = {}
  const many = new Timelines(
    database.db,
    {
      onChange: (listener) => {
        subscribed.listener = listener
        return () => {}
      },
      committed: (id) => {
        asked.push(id)
        return undefined
      },
      newest: async () => undefined,
    },
    { now: () => now },
  )
  const ids = Array.from({ length: lookedAtOnce * 3 }, (_, at) => at + 1)
  const tell = () => ids.forEach((id) => subscribed.listener?.(id, { isSettled: false, isState: true, origin: 'here' }))
  tell()
  await many.look()
  tell()
  await many.look()
  expect(asked).toEqual(ids.slice(0, 2 * lookedAtOnce))
  await many.close()
  expect(new Set(asked)).toEqual(new Set(ids))
})

describe('LOAD-05 what the operator does not want to keep is removed', () => {
  const dayMs = 86_400_000
  const left = async (machine: number) => {
    const { rows } = await sql<{ games: number; scores: number; timelines: number }>`
      select count(*)::int as games, (select count(*)::int from settled_scores where venue_machine_id = ${machine}) as scores,
        (select count(*)::int from game_timelines t join games g on g.id = t.game_id where g.venue_machine_id = ${machine}) as timelines
      from games where venue_machine_id = ${machine}
    `.execute(database.db)
    return rows[0]
  }

  /** Two games a day after each other, and their timelines. */
  async function twoGames() {
    const { machine, post } = await stage()
    await playGame(post)
    now += dayMs
    await post(0, { session_uuid: crypto.randomUUID(), current_p1_score: 7 })
    await post(1_000, { session_uuid: crypto.randomUUID(), current_p1_score: 8, active: false })
    await timelines.write()
    now += packAfterMs + 1
    await timelines.pack()
    return machine
  }

  test('timelines after their days, while the games stay; the older goes first', async () => {
    const machine = await twoGames()
    const { games: all, scores, timelines: packed } = (await left(machine))!
    expect(packed).toBeGreaterThan(1)
    await tidy(database.db, startMs + 400 * dayMs, { timelines: 400 })
    expect(await left(machine)).toEqual({ games: all, scores, timelines: packed })
    await tidy(database.db, startMs + 400 * dayMs + 60_000, { timelines: 400 })
    expect(await left(machine)).toEqual({ games: all, scores, timelines: packed - 1 })
    await tidy(database.db, startMs + 402 * dayMs, { timelines: 400 })
    expect(await left(machine)).toEqual({ games: all, scores, timelines: 0 })
  })

  test('games after their days, with their scores; the newest of each machine stays, and all of them where nothing is said', async () => {
    const machine = await twoGames()
    const before = await left(machine)
    await tidy(database.db, startMs + 50_000 * dayMs)
    expect(await left(machine)).toEqual(before)
    await tidy(database.db, startMs + 30 * dayMs + 60_000, { games: 30 })
    expect(await left(machine)).toMatchObject({ games: before!.games - 1, scores: before!.scores - 2 })
    await tidy(database.db, startMs + 50_000 * dayMs, { games: 30 })
    expect(await left(machine)).toMatchObject({ games: 1 })
  })

  test('in bites: more than one bite of old ones goes in one sweep', async () => {
    const { machine, post } = await stage()
    await sql`
      insert into games (venue_machine_id, session_uuid, sequence, started_at, updated_at, settled_at, successful, scores)
      select ${machine}, gen_random_uuid(), 1, at, at, at, true, '{100}'
      from (select to_timestamp(${startMs / 1000}::float8) - interval '100 days' as at from generate_series(1, 1200)) old
    `.execute(database.db)
    await post(0, { current_p1_score: 1 })
    // A server that stops after the first of them does not wait for all.
    let asked = 0
    const ending = {
      get aborted() {
        return (asked += 1) > 2
      },
    } as AbortSignal
    await tidy(database.db, startMs, { games: 30 }, ending)
    expect((await left(machine))!.games).toBeGreaterThan(700)
    await tidy(database.db, startMs, { games: 30 })
    expect(await left(machine)).toMatchObject({ games: 1 })
  })
})
