import { sql, type Kysely } from 'kysely'
import { countScores } from '../../../server/src/core/games/leaderboards/countScores'
import { removeOldTimelines } from '../../../server/src/core/games/oldGames.store'
import type { Tables } from '../../../server/src/ground/database/tables'
import { leaderboardCases, now, type LeaderboardCase } from '../../../server/src/testing/manyScores/leaderboardCases'
import { makeLeaderboard, makeScoreboard } from '../../../server/src/testing/makers'
import { fillWithScores, type FilledHall } from '../../../server/src/testing/manyScores/fillWithScores'
import { createTestDatabase, startTestPostgres } from '../../../server/src/testing/postgres'
import { leaderboardScope } from '../../../server/src/testing/shownSettings'
import { cpuSeconds } from '../processUse'
import { quantile, spreadOf, type Row } from '../table'
import { backendOf, patientConnection } from './backend'

/*
 * What a table of scores for each month would cost and save: the same scores, with the same indexes and triggers, in one table and in
 * partitions by settled_at. Both are asked by the server's own statements; the search path says which table these find. 0105 rests on it.
 *
 *   npm run bench -- scale partitions [SCORES] [YEARS]
 */

type Db = Kysely<Tables>

const machines = 400
const players = 20_000
const rounds = 9
/** of each question in a round */
const asks = 4
const settled = 300
/** Games that are removed by one statement, as the server does. */
const bite = 500
/** Up to this ratio, the two cost the same. */
const flat = 1.1
const broken = 2

/** First days of the months from the first score on, and of the one after the last. */
async function monthsOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ first: string }>`
    select to_char(month, 'YYYY-MM-DD') as first from (select min(settled_at) as first, max(settled_at) as last from settled_scores) s,
      generate_series(date_trunc('month', s.first at time zone 'UTC'), date_trunc('month', s.last at time zone 'UTC') + interval '1 month', interval '1 month') month
  `.execute(db)
  return rows.map(({ first }) => first)
}

/** Makes the partitions in a schema of their own, and fills them. A unique key of partitions has to hold the time, so a game's scores are no longer unique. */
async function makeMonths(db: Db, months: readonly string[]): Promise<void> {
  await sql`
    create schema months;
    create table months.settled_scores (like public.settled_scores including defaults) partition by range (settled_at);
    alter table months.settled_scores add primary key (game_id, position, settled_at);
  `.execute(db)
  for (const [at, first] of months.entries()) {
    const next = months[at + 1]
    await sql
      .raw(
        `create table months."${first}" partition of months.settled_scores for values from ('${first}Z') to (${next ? `'${next}Z'` : 'maxvalue'})`,
      )
      .execute(db)
  }
  await sql`insert into months.settled_scores select * from public.settled_scores`.execute(db)
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = 'settled_scores' and indexname not in (select conname from pg_constraint)
  `.execute(db)
  for (const { definition } of rows) await sql.raw(definition.replace(' ON public.', ' ON months.')).execute(db)
  await sql`
    create trigger settled_scores_days after insert on months.settled_scores referencing new table as noted for each statement execute function public.note_machine_days();
  `.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** CPU of the connection's process for something that it does, in ms. */
async function cpuOf(db: Db, act: () => Promise<unknown>): Promise<number> {
  const pid = await backendOf(db)
  const before = cpuSeconds(pid)
  await act()
  return (cpuSeconds(pid) - before) * 1000
}

interface Compared {
  name: string
  /** ms of CPU, the medians */
  one: number
  months: number
  ratios: number[]
}

/** The same in both, in turn. */
async function compare(name: string, one: Db, months: Db, act: (db: Db) => Promise<unknown>): Promise<Compared> {
  const cpu: [number, number][] = []
  await act(one)
  await act(months)
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [one, months] : [months, one]
    const spent = new Map<Db, number>()
    for (const db of order) spent.set(db, await cpuOf(db, () => act(db)))
    cpu.push([spent.get(one)!, spent.get(months)!])
  }
  return {
    name,
    one: quantile(
      cpu.map(([ms]) => ms),
      0.5,
    ),
    months: quantile(
      cpu.map(([, ms]) => ms),
      0.5,
    ),
    ratios: cpu.map(([ours, theirs]) => theirs / ours),
  }
}

async function ask(
  one: Db,
  months: Db,
  hall: FilledHall,
  { name, ownerId, counts }: LeaderboardCase,
): Promise<Compared> {
  const board = await makeLeaderboard(one, ownerId ?? hall.ownerId, counts)
  const scope = (await leaderboardScope(one, board.id))!
  const answers = await Promise.all([one, months].map((db) => countScores(db, scope, now)))
  if (JSON.stringify(answers[0]) !== JSON.stringify(answers[1]))
    throw new Error(`${name}: the two say different things`)
  const compared = await compare(name, one, months, async (db) => {
    for (let asked = 0; asked < asks; asked += 1) await countScores(db, scope, now)
  })
  return { ...compared, one: compared.one / asks, months: compared.months / asks }
}

/** Games of two that settle one after the other, each in a transaction of its own. */
async function settle(db: Db, firstGame: number): Promise<void> {
  for (let game = 0; game < settled; game += 1) {
    await sql`
      insert into settled_scores (game_id, position, venue_machine_id, machine_id, score, settled_at)
      select ${firstGame + game}::bigint, position, vm.id, vm.machine_id, 1e6 * position, to_timestamp(${now / 1000}::float)
      from generate_series(1, 2) position, venue_machines vm where vm.id = 1 + ${game % machines}::int
    `.execute(db)
  }
}

/** Answers how many scores went. */
async function removeByBites(db: Db, until: string): Promise<number> {
  let removed = 0
  const { rows } = await sql<{
    id: number
  }>`select distinct game_id as id from settled_scores where settled_at < ${`${until}Z`}::timestamptz`.execute(db)
  for (let at = 0; at < rows.length; at += bite) {
    const { numAffectedRows = 0n } =
      await sql`delete from settled_scores where game_id = any (${rows.slice(at, at + bite).map(({ id }) => id)}::bigint[])`.execute(
        db,
      )
    removed += Number(numAffectedRows)
  }
  return removed
}

const timelines = 50_000
/** PostgreSQL's part of a game of thirty posts at 0.43 ms, see docs/measurements.md#statements-that-keep-their-plan */
const gameMs = 13

/** What it costs to remove timelines by bites, vacuum included, in ms of CPU for each, and how many bytes one has. */
async function removeTimelines(one: Db): Promise<{ each: number; bytes: number }> {
  await sql`
    with played as (
      insert into games (venue_machine_id, session_uuid, sequence, started_at, updated_at, settled_at, successful, scores)
      select vm.id, md5(n::text)::uuid, 9, moment, moment, moment, true, array[n, n]::bigint[]
      from generate_series(1, ${timelines}::int) n join venue_machines vm on vm.id = 1 + n % ${machines}::int, lateral (select timestamptz '2024-01-01' + n * interval '20 s' as moment) m
      returning id
    )
    insert into game_timelines (game_id, points)
    select id, (select jsonb_agg(jsonb_build_object('at', 1000 * n + id % 997, 'scores', array[(random() * 1e9)::bigint::text, (random() * 1e9)::bigint::text], 'player', n % 2, 'ball', n / 20, 'modes', '[]'::jsonb)) from generate_series(1, 60) n where id > 0)
    from played
  `.execute(one)
  const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size('game_timelines') as bytes`.execute(one)
  const cpu = await cpuOf(one, async () => {
    await removeOldTimelines(one, new Date('2025-06-01'))
    await sql`vacuum game_timelines`.execute(one)
  })
  const { rows: left } = await sql<{ count: number }>`select count(*) as count from game_timelines`.execute(one)
  if (left[0]!.count > 0) throw new Error(`${left[0]!.count} timelines were not removed`)
  return { each: cpu / timelines, bytes: rows[0]!.bytes / timelines }
}

const ms = (figure: number) => `${figure.toFixed(2)} ms`

const rowOf = ({ name, one, months, ratios }: Compared): Row => {
  const { ratio, holds } = spreadOf(ratios, flat)
  return {
    what: `${name}: CPU of PostgreSQL, a table for each month through one table`,
    ours: ms(months),
    peer: ms(one),
    ratio,
    target: `<= ${flat}`,
    holds,
  }
}

const shown = new Set([
  'one machine, all time',
  'one machine, month',
  'title, all time',
  'title, month',
  'group, all time',
  '200 titles, 100 rows',
  '200 titles, 100 rows, month',
  '200 titles, 200 invited, 100 rows',
])

const bytesOf = async (db: Db, schema: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(c.oid))::bigint as bytes from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${schema} and c.relkind = 'r' and (n.nspname = 'months' or c.relname = 'settled_scores')
  `.execute(db)
  return rows[0]!.bytes
}

export async function run(scores = '2000000', years = '3'): Promise<Row[]> {
  const postgres = await startTestPostgres({
    fsync: 'off',
    synchronous_commit: 'off',
    max_wal_size: '4GB',
    autovacuum: 'off',
  })
  try {
    const database = await createTestDatabase(postgres)
    const one = patientConnection(database.url)
    const hall = await fillWithScores(one, { scores: Number(scores), machines, players, years: Number(years), now })
    await makeScoreboard(one, hall.ownerId, { venueMachineIds: [hall.quietMachineId] })
    const firsts = await monthsOf(one)
    await makeMonths(one, firsts)
    const months = patientConnection(database.url, 'months,public')
    console.log(`${Number(scores).toLocaleString('en-US')} scores of ${years} years, ${firsts.length} partitions`)

    const asked: Compared[] = []
    for (const kind of leaderboardCases(hall)) asked.push(await ask(one, months, hall, kind))
    for (const { name, one: ours, months: theirs, ratios } of asked)
      console.log(`  ${name}: ${ms(ours)}, ${ms(theirs)}, ${quantile(ratios, 0.5).toFixed(2)}`)
    const medians = asked.map(({ ratios }) => quantile(ratios, 0.5))
    const dearer = medians.filter((ratio) => ratio > flat).length
    const rows: Row[] = asked.filter(({ name }) => shown.has(name)).map(rowOf)
    rows.push({
      what: `of ${asked.length} questions, those above ${flat}; median and greatest ratio`,
      ours: String(dearer),
      ratio: `${quantile(medians, 0.5).toFixed(2)}, ${Math.max(...medians).toFixed(2)}`,
      target: '0',
      holds: dearer === 0,
    })

    let game = 1e9
    const settling = await compare('a game of two settles', one, months, (db) => settle(db, (game += settled)))
    rows.push(rowOf({ ...settling, one: settling.one / settled, months: settling.months / settled }))

    const [size, sizes] = [await bytesOf(one, 'public'), await bytesOf(one, 'months')]
    rows.push({
      what: 'bytes with indexes',
      ours: `${(sizes / 1e6).toFixed(0)} MB`,
      peer: `${(size / 1e6).toFixed(0)} MB`,
      ratio: (sizes / size).toFixed(2),
    })

    const until = firsts[2]!
    let gone = 0
    const bites = await cpuOf(one, async () => (gone = await removeByBites(one, until)))
    const vacuum = await cpuOf(one, () => sql`vacuum public.settled_scores`.execute(one))
    const dropped = await cpuOf(months, async () => {
      for (const first of firsts.slice(0, 2)) await sql.raw(`drop table months."${first}"`).execute(months)
    })
    rows.push({
      what: `${gone} scores of the oldest months are removed: dropped, or by bites of ${bite} games and a vacuum, CPU of PostgreSQL`,
      ours: ms(dropped),
      peer: `${ms(bites)} + ${ms(vacuum)}`,
      ratio: (dropped / (bites + vacuum)).toFixed(3),
    })

    const { each, bytes } = await removeTimelines(one)
    rows.push({
      what: `a timeline of ${bytes.toFixed(0)} bytes is removed with others, vacuum included, beside all posts of its game: CPU of PostgreSQL`,
      ours: ms(each),
      peer: ms(gameMs),
      ratio: (each / gameMs).toFixed(4),
    })

    await sql`drop index months.settled_scores_top`.execute(months)
    const { median, ratio } = spreadOf((await ask(one, months, hall, leaderboardCases(hall)[0]!)).ratios, broken)
    rows.push({
      what: 'broken on purpose: months without the index by which a machine is found',
      ours: '',
      ratio,
      target: `> ${broken}, or it is not seen`,
      holds: median > broken,
    })
    await Promise.all([one.destroy(), months.destroy()])
    return rows
  } finally {
    await postgres.close()
  }
}
