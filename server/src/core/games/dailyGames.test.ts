import type { VenueMachine } from '@multiball/shared/schema'
import { sql } from 'kysely'
import { call, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'
import { DailyGames } from './dailyGames'

const database = useTestDatabase()
const day = Date.UTC(2026, 10, 24)
const dayMs = 86_400_000

/** A machine with so many settled games of that day, and of the day before. */
async function machineWith(ownerId: number, games: number, before = 0) {
  const machine = await makeVenueMachine(database.db, ownerId)
  await sql`
    insert into games (venue_machine_id, session_uuid, generation, sequence, started_at, updated_at, settled_at, successful, scores, game_modes)
    select ${machine}::bigint, gen_random_uuid(), 0, 1, at, at, at, true, '{1}', '{}'
    from (
      select ${new Date(day)}::timestamptz + n * interval '1 s' as at from generate_series(0, ${games - 1}::int) n
      union all select ${new Date(day)}::timestamptz - n * interval '1 s' from generate_series(1, ${before}::int) n
    ) played
  `.execute(database.db)
  return machine
}

const at = (now: number, quotas = { machine: 3, owner: 5 }) => {
  const clock = { now, elapsed: 0 }
  const errors: unknown[] = []
  const games = new DailyGames(database.db, quotas, (error) => errors.push(error), {
    now: () => clock.now,
    elapsed: () => clock.elapsed,
  })
  /** as for one that comes a moment after another */
  const refusal = async (machine: number) => {
    for (let look = 0; look < 3; look += 1) {
      games.refusal(machine)
      await games.settled()
    }
    return games.refusal(machine)
  }
  return { clock, errors, games, refusal }
}

test.each([
  { name: 'the first of a day', games: 0, before: 9, reason: undefined },
  { name: 'the last that may', games: 2, before: 0, reason: undefined },
  { name: 'one too many', games: 3, before: 0, reason: 'machine' },
])('LOAD-09 $name of a machine', async ({ games, before, reason }) => {
  const owner = await makeUser(database.db)
  expect((await at(day + 3_600_000).refusal(await machineWith(owner.id, games, before)))?.reason).toBe(reason)
})

test('LOAD-09 an owner’s machines have a quota together, and those of others do not count', async () => {
  const [owner, other] = [await makeUser(database.db), await makeUser(database.db)]
  const [one, quiet] = [await machineWith(owner.id, 2), await machineWith(owner.id, 0)]
  await machineWith(other.id, 2)
  const { refusal, games } = at(day + 1)
  expect(await refusal(quiet)).toBeUndefined()
  for (const machine of [one, one, quiet]) games.begun(machine, day + 5_000)
  // `one` was not looked up before: its two games are known of the owner alone.
  expect((await refusal(quiet))?.reason).toBeUndefined()
  for (let game = 0; game < 2; game += 1) games.begun(quiet, day + 6_000)
  expect((await refusal(quiet))?.reason).toBe('machine')
  expect((await at(day + 1, { machine: 3, owner: 2 }).refusal(quiet))?.reason).toBe('owner')
})

test('LOAD-09 a game that was stored just before it was counted counts once', async () => {
  const owner = await makeUser(database.db)
  const machine = await machineWith(owner.id, 2)
  const { refusal, games } = at(day + 5_000, { machine: 3, owner: 3 })
  expect(await refusal(machine)).toBeUndefined()
  // Its commit is told only now.
  games.begun(machine, day + 1_000)
  expect(await refusal(machine)).toBeUndefined()
  games.begun(machine, day + 5_000)
  expect((await refusal(machine))?.reason).toBe('machine')
})

test('LOAD-09 what other processes stored is counted after a minute, and the next day begins with nothing', async () => {
  const owner = await makeUser(database.db)
  const machine = await machineWith(owner.id, 2)
  const { refusal, clock, errors } = at(day + dayMs - 90_000)
  expect(await refusal(machine)).toBeUndefined()
  await sql`
    insert into games (venue_machine_id, session_uuid, generation, sequence, started_at, updated_at, settled_at, successful, scores, game_modes)
    select ${machine}::bigint, gen_random_uuid(), 0, 1, at, at, at, true, '{1}', '{}' from (select ${new Date(day + dayMs - 80_000)}::timestamptz as at) played
  `.execute(database.db)
  expect(await refusal(machine)).toBeUndefined()
  clock.elapsed += 60_000
  clock.now += 60_000
  const found = await refusal(machine)
  expect(found?.refusal).toMatchObject({
    status: 429,
    headers: { 'retry-after': '30' },
    body: {
      detail:
        '3 games have begun on this machine today, which is the most allowed. A game that is being played goes on.',
    },
  })
  clock.now += 30_000
  expect(await refusal(machine)).toBeUndefined()
  expect(errors).toEqual([])
})

describe('behind the calls', () => {
  let whole: WholeApp
  beforeAll(async () => {
    whole = await buildWholeApp(database.db, {}, { MACHINE_GAMES_PER_DAY: '5' })
  })
  afterAll(() => whole.close())

  /** A machine, and its owner's calls. */
  async function stage() {
    const owner = await makeUser(database.db)
    const machine = await makeVenueMachine(database.db, owner.id)
    const makeKey = async () =>
      (
        (await call(whole.app, 'POST', `/api/venuemachine/${machine}/device_key/`, { token: owner.token })).body as {
          key: string
        }
      ).key
    const key = await makeKey()
    const post = (session: string, fields: object) =>
      call(whole.app, 'POST', '/api/entry/', { token: key, body: { session_uuid: session.repeat(32), ...fields } })
    const games = async () =>
      (
        await sql<{
          scores: string[]
          successful: boolean
          is_settled: boolean
        }>`select scores::text[] as scores, successful, settled_at is not null as is_settled from games where venue_machine_id = ${machine} order by id`.execute(
          database.db,
        )
      ).rows
    return { owner, machine, makeKey, post, games }
  }
  const sessions = ['1', '2', '3', '4', '5']

  test('LOAD-09 a flood ends at the quota with 429 and Retry-After; the game that is played goes on, settles and is counted', async () => {
    const { post, games } = await stage()
    for (const session of sessions) expect((await post(session, { current_p1_score: 1 })).status).toBe(200)
    // The fifth is being played.
    expect((await post('5', { current_p1_score: 500 })).status).toBe(200)
    expect((await post('5', { current_p1_score: 900, active: false })).status).toBe(200)
    const refused = await post('6', { current_p1_score: 6 })
    expect(refused).toMatchObject({
      status: 429,
      body: {
        detail:
          '5 games have begun on this machine today, which is the most allowed. A game that is being played goes on.',
      },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    // Late is harmless still: what the settled game sends again is answered as ever.
    expect((await post('5', { session_sequence: 1, current_p1_score: 1 })).status).toBe(200)
    expect((await games()).at(-1)).toMatchObject({ scores: ['900'], successful: true })
    expect(await whole.metrics.metrics()).toContain('multiball_games_refused_total{reason="machine"} 1')
  })

  test('LOAD-09 a game that is ended by one that may not begin has ended', async () => {
    const { post, games } = await stage()
    for (const session of sessions) await post(session, { current_p1_score: 1 })
    expect((await post('6', { current_p1_score: 1 })).status).toBe(429)
    expect(await games()).toEqual(sessions.map(() => ({ scores: ['1'], successful: false, is_settled: true })))
  })

  test('MAC-09 two machines with one key play one game at a time, and their owner is told until there is a new key', async () => {
    const { owner, machine, makeKey, post, games } = await stage()
    const isTold = async () =>
      ((await call(whole.app, 'GET', `/api/venuemachine/${machine}/`, { token: owner.token })).body as VenueMachine)
        .key_is_shared
    const answers: { status: number; body: unknown }[] = []
    const told: (boolean | undefined)[] = []
    for (let score = 1; score <= 10; score += 1) {
      for (const session of ['a', 'b']) answers.push(await post(session, { current_p1_score: score }))
      told.push(await isTold())
    }
    const refused = answers.filter(({ status }) => status === 409)
    expect([answers.length - refused.length, refused.length]).toEqual([11, 9])
    expect(refused[0]!.body).toEqual({
      detail:
        'Two machines send their games with one key, in turns: a newer game is being played. Make a key for each machine.',
    })
    expect(told.slice(0, 3)).toEqual([false, false, false])
    expect(told.at(-1)).toBe(true)
    expect((await games()).map(({ scores }) => scores)).toEqual([['1'], ['10']])
    await makeKey()
    expect(await isTold()).toBe(false)
  })
})
