import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addVenueMachine, registerOwner, type Owner } from '@multiball/e2e/account'
import { startProduct, type Product } from '@multiball/e2e/product'
import pg from 'pg'
import type { Machine } from '../ingest/load'
import { databaseOf, runFile } from '../rig'
import type { Row } from '../table'
import type { Orders } from './devices'

const devices = 50

interface Run {
  seconds: number
  /** between two posts of one device, ms */
  everyMs: number
  serverKills: number
  databaseKills: number
  /** what brokenServer.ts breaks */
  broken?: string
}

const asPromised: Run = { seconds: 300, everyMs: 500, serverKills: 10, databaseKills: 3 }
const brokenRuns: Run[] = [
  { broken: 'acknowledge first', seconds: 30, everyMs: 50, serverKills: 6, databaseKills: 0 },
  { broken: 'drop one in ten thousand', seconds: 60, everyMs: 50, serverKills: 0, databaseKills: 0 },
  { broken: 'apply twice', seconds: 5, everyMs: 100, serverKills: 0, databaseKills: 0 },
]

async function makeMachines(owner: Owner): Promise<Machine[]> {
  const machines: Machine[] = []
  for (let made = 0; made < devices; made += 1) {
    const id = await addVenueMachine(owner, `Faults ${made}`, 'Medieval')
    const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${id}/device_key/`)
    machines.push({ id, key, session: '' })
  }
  return machines
}

/** Kills PostgreSQL as a system without memory would. The server starts it again. */
async function killDatabase(product: Product): Promise<void> {
  const client = new pg.Client(databaseOf(product.dataFolder))
  await client.connect()
  client.on('error', () => {})
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const pid = Number(readFileSync(path.join(rows[0]!.data_directory, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await client.end().catch(() => {})
}

/** The kills in random order, at random moments. */
function killsOf({ serverKills, databaseKills }: Run) {
  const kills = [...Array<'server'>(serverKills).fill('server'), ...Array<'database'>(databaseKills).fill('database')]
  return kills.map((kill) => ({ kill, at: Math.random() })).sort((one, other) => one.at - other.at)
}

async function killAllThrough(product: Product, run: Run): Promise<void> {
  const begun = performance.now()
  for (const { kill, at } of killsOf(run)) {
    await wait(Math.max(0, at * run.seconds * 1000 - (performance.now() - begun)))
    if (kill === 'database') await killDatabase(product).catch(() => console.log('  (the database was already down)'))
    else {
      await product.kill()
      await product.start()
    }
  }
  await wait(Math.max(0, run.seconds * 1000 - (performance.now() - begun)))
}

/** The final scores of all settled games in a database. */
export async function readStored(database: string): Promise<number[]> {
  const client = new pg.Client(database)
  await client.connect()
  const { rows } = await client.query<{ score: string }>('select s.score::text as score from settled_scores s')
  await client.end()
  return rows.map(({ score }) => Number(score))
}

interface Outcome {
  verdict: Verdict
  acknowledged: number
}

async function play(run: Run): Promise<Outcome> {
  const product = await startProduct(
    run.broken ? { BROKEN: run.broken } : {},
    run.broken && 'bench/src/faults/brokenServer.ts',
  )
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-faults-'))
  const child = runFile('bench/src/faults/devices.ts', [])
  try {
    await once(child, 'message')
    const machines = await makeMachines(await registerOwner(product.url, 'faults'))
    child.send({
      url: product.url.replace('localhost', '127.0.0.1'),
      folder,
      machines,
      everyMs: run.everyMs,
    } satisfies Orders)
    await killAllThrough(product, run)
    child.send('stop')
    await once(child, 'message')
    const journal = readJournal(readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8')))
    return {
      verdict: judge(journal, await readStored(databaseOf(product.dataFolder))),
      acknowledged: journal.acknowledged.size,
    }
  } finally {
    child.disconnect()
    await product.stop()
    rmSync(folder, { recursive: true })
  }
}

const formatNumber = (value: number) => value.toLocaleString('en')
export const wrong = ({ lost, twice, invented }: Verdict) =>
  `lost ${lost.length}, twice ${twice.length}, invented ${invented.length}`
export const isClean = ({ lost, twice, invented }: Verdict) => lost.length + twice.length + invented.length === 0

/** Whether everything acknowledged is stored exactly once after a run full of kills, and whether the checker notices servers that are broken on purpose. */
export async function run(): Promise<Row[]> {
  const promised = await play(asPromised)
  const rows: Row[] = [
    {
      what: `${formatNumber(promised.acknowledged)} games of ${devices} devices, ${asPromised.serverKills} kills of the server, ${asPromised.databaseKills} of the database`,
      ours: wrong(promised.verdict),
      target: 'nothing',
      holds: isClean(promised.verdict),
    },
  ]
  for (const broken of brokenRuns) {
    const { verdict } = await play(broken)
    rows.push({
      what: `a server made to ${broken.broken!}`,
      ours: wrong(verdict),
      target: 'caught',
      holds: !isClean(verdict),
    })
  }
  return rows
}

/** What devices wrote down. A game is identified by its final score, which no two share. */
interface Journal {
  /** posted at least once */
  sent: ReadonlySet<number>
  /** answered with 200 */
  acknowledged: ReadonlySet<number>
}

export interface Verdict {
  /** acknowledged and not stored */
  lost: number[]
  /** stored more than once */
  twice: number[]
  /** stored and never posted */
  invented: number[]
}

/** Compares what was acknowledged with what is stored; `stored` are the final scores of all settled games. */
export function judge({ sent, acknowledged }: Journal, stored: readonly number[]): Verdict {
  const seen = new Set<number>()
  const twice = new Set<number>()
  for (const score of stored) (seen.has(score) ? twice : seen).add(score)
  return {
    lost: [...acknowledged].filter((score) => !seen.has(score)),
    twice: [...twice],
    invented: [...seen].filter((score) => !sent.has(score)),
  }
}

/** The journal in the lines of a device's file: `sent SCORE`, `acknowledged SCORE`. */
export function readJournal(texts: readonly string[]): Journal {
  const journal = { sent: new Set<number>(), acknowledged: new Set<number>() }
  for (const line of texts.join('').split('\n').filter(Boolean)) {
    const [kind = '', score = ''] = line.split(' ')
    journal[kind as keyof typeof journal].add(Number(score))
  }
  return journal
}
