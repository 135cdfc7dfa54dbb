import { sql, type Kysely } from 'kysely'
import { countScores } from '../../../server/src/core/games/leaderboards/countScores'
import { connect } from '../../../server/src/ground/database/pool'
import type { Tables } from '../../../server/src/ground/database/tables'
import { leaderboardCases, now, type LeaderboardCase } from '../../../server/src/testing/manyScores/leaderboardCases'
import { makeLeaderboard, makeScoreboard } from '../../../server/src/testing/makers'
import { fillWithScores, takeIndexes, type FilledHall } from '../../../server/src/testing/manyScores/fillWithScores'
import { createTestDatabase, startTestPostgres } from '../../../server/src/testing/postgres'
import { leaderboardScope } from '../../../server/src/testing/shownSettings'
import { cpuSeconds } from '../processUse'
import { quantile, type Row } from '../table'

/*
 * How the questions of leaderboards grow with the games that were ever played: every kind of question, asked by the server's own
 * statements of two databases of one PostgreSQL in turn. Of 50 million games it needs 50 GB of disk and an hour.
 *
 *   npm run bench -- scale leaderboards [GAMES] [MORE_GAMES]
 */

type Db = Kysely<Tables>

const machines = 400
const players = 20_000
const years = 3
const rounds = 50
/** of each question in a round, of each database */
const asks = 4
const brokenRounds = 2
const mostMs = 20
const mostRatio = 1.5
/** questions that get a row of their own */
const shown = 8

/** The memory that somebody with so many games gives PostgreSQL. Nothing has to survive a power cut. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  max_wal_size: '4GB',
  autovacuum: 'off',
  shared_buffers: '4GB',
  maintenance_work_mem: '1GB',
  effective_cache_size: '16GB',
}

/** A database with so many games, and what can be asked of it. */
interface Hall {
  db: Db
  hall: FilledHall
}

/** A connection of its own to a database, which waits as long as it takes to make an index. */
function patientConnection(url: string): Db {
  const address = new URL(url)
  address.searchParams.set('options', '-c statement_timeout=0')
  return connect({ connectionString: address.href, max: 1 })
}

/** The process of PostgreSQL behind such a connection. An idle connection is closed in the end, so it is asked for each time. */
async function backendOf(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]!.pid
}

async function fillHall(url: string, games: number): Promise<Hall> {
  const db = patientConnection(url)
  const began = performance.now()
  const hall = await fillWithScores(db, { scores: 2 * games, machines, players, years, now })
  await makeScoreboard(db, hall.ownerId, { venueMachineIds: [hall.quietMachineId] })
  console.log(`${games.toLocaleString('en-US')} games after ${((performance.now() - began) / 1000).toFixed(0)} s`)
  return { db, hall }
}

/** What one question takes in one database, ms. */
interface Taken {
  /** the first time, when pages may have to come from the disk */
  first: number
  /** each later time that it was asked, by the clock */
  clock: number[]
  /** of PostgreSQL and this process, each round's mean */
  cpu: number[]
}

interface Asked {
  name: string
  few: Taken
  many: Taken
}

/** A question that can be asked of a database again and again. */
async function questionTo({ db, hall }: Hall, { ownerId, counts }: LeaderboardCase): Promise<() => Promise<void>> {
  const board = await makeLeaderboard(db, ownerId ?? hall.ownerId, counts)
  const scope = (await leaderboardScope(db, board.id))!
  return async () => void (await countScores(db, scope, now))
}

async function roundOf(db: Db, ask: () => Promise<void>, { clock, cpu }: Taken): Promise<void> {
  const pid = await backendOf(db)
  const spent = () => cpuSeconds(pid) + cpuSeconds(process.pid)
  const before = spent()
  for (let asked = 0; asked < asks; asked += 1) {
    const began = performance.now()
    await ask()
    clock.push(performance.now() - began)
  }
  cpu.push(((spent() - before) * 1000) / asks)
}

const nothingYet = (): Taken => ({ first: 0, clock: [], cpu: [] })

async function compare(
  few: Hall,
  many: Hall,
  name: string,
  kinds: readonly [LeaderboardCase, LeaderboardCase],
): Promise<Asked> {
  const asked: Asked = { name, few: nothingYet(), many: nothingYet() }
  const sides = [
    { db: few.db, ask: await questionTo(few, kinds[0]), taken: asked.few },
    { db: many.db, ask: await questionTo(many, kinds[1]), taken: asked.many },
  ]
  for (const { ask, taken } of sides) {
    const began = performance.now()
    await ask()
    taken.first = performance.now() - began
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { db, ask, taken } of round % 2 === 0 ? sides : [...sides].reverse()) await roundOf(db, ask, taken)
  }
  return asked
}

const p99 = ({ clock }: Taken) => quantile(clock, 0.99)
/** How far the p99 of the same question differs from itself, between one half of the rounds and the other. */
const noiseOf = ({ clock }: Taken) => {
  const halves = [0, 1].map((half) =>
    quantile(
      clock.filter((_, index) => Math.floor(index / asks) % 2 === half),
      0.99,
    ),
  )
  return Math.max(...halves) / Math.min(...halves)
}
const ratioOf = (one: Taken, other: Taken, of: (taken: Taken) => number) => of(other) / of(one)
const medianCpu = ({ cpu }: Taken) => quantile(cpu, 0.5)
const ms = (value: number) => `${value.toFixed(1)} ms`

/** All kinds of questions of two databases, the second with more games. */
async function compareHalls(few: Hall, many: Hall): Promise<Row[]> {
  const kinds = leaderboardCases(many.hall)
  const asked: Asked[] = []
  for (const [index, fewKind] of leaderboardCases(few.hall).entries())
    asked.push(await compare(few, many, fewKind.name, [fewKind, kinds[index]!]))
  for (const { name, few: one, many: other } of asked) {
    console.log(
      `  ${name}: p99 ${ms(p99(one))}, ${ms(p99(other))}; median ${ms(quantile(one.clock, 0.5))}, ${ms(quantile(other.clock, 0.5))}; first ${ms(one.first)}, ${ms(other.first)}; CPU ${ms(medianCpu(one))}, ${ms(medianCpu(other))}, ${ratioOf(one, other, medianCpu).toFixed(2)}`,
    )
  }

  const slow = asked.filter(({ many: taken }) => p99(taken) > mostMs).length
  const growth = (what: string, of: (taken: Taken) => number): Row => {
    const ratios = asked.map(({ few: one, many: other }) => ratioOf(one, other, of))
    const grown = ratios.filter((ratio) => ratio > mostRatio).length
    return {
      what,
      ours: String(grown),
      ratio: `${quantile(ratios, 0.5).toFixed(2)} in the middle, ${Math.max(...ratios).toFixed(2)} at most`,
      target: '0',
      holds: grown === 0,
    }
  }
  const firsts = asked.map(({ many: { first } }) => first)
  const noise = asked.map(({ few: taken }) => noiseOf(taken))
  const slowest = [...asked].sort((one, other) => p99(other.many) - p99(one.many)).slice(0, shown)
  const rows: Row[] = [
    {
      what: `of ${asked.length} questions, those with a p99 above ${mostMs} ms among more games`,
      ours: String(slow),
      target: '0',
      holds: slow === 0,
    },
    growth(`those whose p99 is above ${mostRatio} times that among fewer`, p99),
    {
      what: 'the same question among fewer beside itself, every other round: p99',
      ours: String(noise.filter((ratio) => ratio > mostRatio).length),
      ratio: `${quantile(noise, 0.5).toFixed(2)} in the middle, ${Math.max(...noise).toFixed(2)} at most`,
    },
    growth(`those whose CPU is, PostgreSQL's and the server's, medians`, medianCpu),
    {
      what: 'asked for the first time, in the middle and at most',
      ours: `${ms(quantile(firsts, 0.5))}, ${ms(Math.max(...firsts))}`,
    },
    ...slowest.map(({ name, few: one, many: other }): Row => ({
      what: `${name}: p99`,
      ours: ms(p99(other)),
      peer: ms(p99(one)),
      ratio: ratioOf(one, other, p99).toFixed(2),
      target: `<= ${mostMs} ms`,
      holds: p99(other) <= mostMs,
    })),
  ]
  return [...rows, await broken(few, asked[0]!)]
}

/** The first question again, among fewer, once the indexes of scores are gone. */
async function broken(few: Hall, { name, few: whole }: Asked): Promise<Row> {
  const taken = nothingYet()
  const ask = await questionTo(few, leaderboardCases(few.hall)[0]!)
  await sql`begin`.execute(few.db)
  await takeIndexes(few.db)
  for (let round = 0; round < brokenRounds; round += 1) await roundOf(few.db, ask, taken)
  await sql`rollback`.execute(few.db)
  const ratio = ratioOf(whole, taken, medianCpu)
  return {
    what: `broken on purpose: ${name}, without indexes: CPU`,
    ours: ms(medianCpu(taken)),
    peer: ms(medianCpu(whole)),
    ratio: ratio.toFixed(2),
    target: `> ${mostRatio}, or it is not seen`,
    holds: ratio > mostRatio,
  }
}

export async function run(games = '1000000', moreGames = '5000000'): Promise<Row[]> {
  const postgres = await startTestPostgres(settings)
  try {
    const few = await fillHall((await createTestDatabase(postgres)).url, Number(games))
    const many = await fillHall((await createTestDatabase(postgres)).url, Number(moreGames))
    const rows = await compareHalls(few, many)
    await Promise.all([few.db.destroy(), many.db.destroy()])
    return rows
  } finally {
    await postgres.close()
  }
}
