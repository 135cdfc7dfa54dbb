import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CompiledQuery, PostgresQueryCompiler, sql } from 'kysely'
import type { Kysely, KyselyPlugin } from 'kysely'
import { seedCatalogue } from '../../core/catalogue/seed'
import { countScores } from '../../core/games/leaderboards/countScores'
import { openEmbedded } from '../../ground/database/embedded/embedded'
import { migrate } from '../../ground/database/migrate'
import { connect } from '../../ground/database/pool'
import type { Tables } from '../../ground/database/tables'
import { readCommandLine, runCommand } from '../../ground/process/commandLine'
import { StartError } from '../../ground/process/startError'
import { makeLeaderboard, makeScoreboard } from '../makers'
import { leaderboardScope } from '../shownSettings'
import { fillWithScores, takeIndexes } from './fillWithScores'
import { leaderboardCases, now } from './leaderboardCases'
import type { LeaderboardCase } from './leaderboardCases'

type Db = Kysely<Tables>

const mostMs = 50
/** of each question, one after the other */
const asks = 200
const machines = 400

const usage = `Prints how PostgreSQL finds the scores of each kind of leaderboard among five million, and how long it takes:

  node platform/run.mjs server/src/testing/manyScores/plans.cli.ts [SCORES]

Makes a database for it, in the PostgreSQL of DATABASE_URL or else in one of its own, and drops it at the end.
Ends with an error when a plan reads all scores, or takes longer than ${mostMs} ms.`

interface Measured {
  name: string
  plans: string[]
  /** of the plans' own times, in ms */
  planning: number
  execution: number
  /** countScores as a whole, in ms: of so many that are asked one after the other, what all but one in a hundred take at most */
  p99: number
  rows: number
  indexes: string[]
  readsAll: boolean
}

/** Keeps what is asked, in the order in which it is. */
class Recorder implements KyselyPlugin {
  readonly queries: CompiledQuery[] = []
  private readonly compiler = new PostgresQueryCompiler()

  transformQuery: KyselyPlugin['transformQuery'] = ({ node, queryId }) => {
    this.queries.push(this.compiler.compileQuery(node, queryId))
    return node
  }

  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

async function measure(db: Db, ownerId: number, { name, counts }: LeaderboardCase): Promise<Measured> {
  const board = await makeLeaderboard(db, ownerId, counts)
  const scope = (await leaderboardScope(db, board.id))!
  const recorder = new Recorder()
  await countScores(db.withPlugin(recorder), scope, now)
  const plans: string[] = []
  for (const query of recorder.queries) plans.push(await explain(db, query))
  const times: number[] = []
  let rows = 0
  for (let asked = 0; asked < asks; asked += 1) {
    const began = performance.now()
    rows = (await countScores(db, scope, now)).scores.length
    times.push(performance.now() - began)
  }
  times.sort((one, other) => one - other)
  const text = plans.join('\n')
  return {
    name,
    plans,
    planning: sum(text, /Planning Time: ([\d.]+)/g),
    execution: sum(text, /Execution Time: ([\d.]+)/g),
    p99: times[Math.ceil(asks * 0.99) - 1]!,
    rows,
    indexes: [
      ...new Set(
        [...text.matchAll(/Index (?:Only )?Scan (?:Backward )?(?:using|on) (settled_scores\w+)/g)].map(
          ([, index]) => index!,
        ),
      ),
    ],
    readsAll: /Seq Scan on settled_scores/.test(text),
  }
}

async function explain(db: Db, { sql: text, parameters }: CompiledQuery): Promise<string> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain (analyze, buffers) ${text}`, [...parameters]),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const sum = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].reduce((total, [, figure]) => total + Number(figure), 0)

/** In a throwaway PostgreSQL, or in a throwaway database of the given one. */
const withDatabase = (use: (db: Db) => Promise<void>): Promise<void> =>
  process.env.DATABASE_URL ? inDatabaseOf(process.env.DATABASE_URL, use) : inOwnPostgres(use)

async function inOwnPostgres(use: (db: Db) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-plans-'))
  // PostgreSQL may have to run as another user.
  await chmod(folder, 0o755)
  const postgres = await openEmbedded({
    dataFolder: folder,
    role: 'server',
    settings: { fsync: 'off', synchronous_commit: 'off', max_wal_size: '4GB' },
  })
  try {
    await connected(postgres.url, use)
  } finally {
    await postgres.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function inDatabaseOf(url: string, use: (db: Db) => Promise<void>): Promise<void> {
  const admin = connect({ connectionString: url, max: 1 })
  const name = `multiball_plans_${randomBytes(4).toString('hex')}`
  const address = new URL(url)
  address.pathname = name
  try {
    await sql`create database ${sql.id(name)}`.execute(admin)
    try {
      await connected(address.href, use)
    } finally {
      await sql`drop database ${sql.id(name)} with (force)`.execute(admin)
    }
  } finally {
    await admin.destroy()
  }
}

async function connected(connectionString: string, use: (db: Db) => Promise<void>): Promise<void> {
  const db = connect({ connectionString, max: 1 })
  try {
    await use(db)
  } finally {
    await db.destroy()
  }
}

async function printSizes(db: Db, used: ReadonlySet<string>) {
  const { rows } = await sql<{ name: string; bytes: string; definition: string }>`
    select indexname as name, pg_size_pretty(pg_relation_size(indexname::regclass)) as bytes, indexdef as definition
    from pg_indexes where tablename = 'settled_scores' order by indexname
  `.execute(db)
  const most = (column: string) =>
    sql`(select count(*) from settled_scores where ${sql.ref(column)} is not null group by ${sql.ref(column)} order by 1 desc limit 1)`
  const {
    rows: [table],
  } = await sql<{ bytes: string; scores: number; machine: number; title: number; player: number }>`
    select pg_size_pretty(pg_table_size('settled_scores')) as bytes, count(*) as scores,
      ${most('venue_machine_id')} as machine, ${most('machine_id')} as title, ${most('user_id')} as player
    from settled_scores
  `.execute(db)
  console.log(
    `\n${table!.scores} scores, ${table!.bytes}; at most ${table!.machine} of a machine, ${table!.title} of a title, ${table!.player} of a player`,
  )
  for (const { name, bytes, definition } of rows)
    console.log(`${name}, ${bytes}${used.has(name) ? '' : ', in no plan'}\n  ${definition}`)
}

const addedGames = 1_000
const rounds = 5

/** The fastest of some times in which a thousand games of two settle, in one statement, in ms. */
async function settleMany(db: Db, machines: number): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await sql`
      insert into settled_scores (game_id, position, venue_machine_id, machine_id, score, settled_at)
      select newest.id + game, position, vm.id, vm.machine_id, 1e6 * random(), now()
      from (select max(game_id) as id from settled_scores) newest, generate_series(1, ${addedGames}::int) game, generate_series(1, 2) position, venue_machines vm
      where vm.id = 1 + game % ${machines}
    `.execute(db)
    times.push(performance.now() - began)
  }
  return Math.min(...times)
}

/** What the indexes cost: the same with all of them, and with the key alone. */
async function printSettling(db: Db, machines: number) {
  const all = await settleMany(db, machines)
  await takeIndexes(db)
  const none = await settleMany(db, machines)
  console.log(
    `\n${addedGames} games of two settle in ${all.toFixed(0)} ms, without these indexes in ${none.toFixed(0)} ms`,
  )
}

function printTable(all: readonly Measured[]) {
  const ms = (figure: number) => figure.toFixed(1)
  console.log(
    '\n| leaderboard | rows | queries | planning ms | execution ms | countScores p99 ms | index |\n|---|---|---|---|---|---|---|',
  )
  for (const { name, rows, plans, planning, execution, p99, indexes } of all) {
    console.log(
      `| ${name} | ${rows} | ${plans.length} | ${ms(planning)} | ${ms(execution)} | ${ms(p99)} | ${indexes.join(', ')} |`,
    )
  }
}

async function main() {
  const [given = '5000000'] = readCommandLine(usage).words
  const scores = Number(given)
  if (!Number.isSafeInteger(scores) || scores < 1000) throw new StartError(usage)
  await withDatabase(async (db) => {
    await migrate(db)
    await seedCatalogue(db)
    const began = performance.now()
    const hall = await fillWithScores(db, { scores, machines, players: 20_000, years: 3, now })
    console.log(`Filled in ${Math.round((performance.now() - began) / 1000)} s`)
    await makeScoreboard(db, hall.ownerId, { venueMachineIds: [hall.quietMachineId] })
    const all: Measured[] = []
    for (const kind of leaderboardCases(hall)) {
      const measured = await measure(db, kind.ownerId ?? hall.ownerId, kind)
      console.log(`\n== ${measured.name}\n${measured.plans.join('\n\n')}`)
      all.push(measured)
    }
    await printSizes(db, new Set(all.flatMap(({ indexes }) => indexes)))
    printTable(all)
    await printSettling(db, machines)
    const bad = all.filter(({ readsAll, execution }) => readsAll || execution > mostMs)
    if (bad.length > 0) throw new StartError(`Too slow: ${bad.map(({ name }) => name).join('; ')}`)
  })
}

await runCommand(main)
