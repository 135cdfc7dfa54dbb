import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { takeIndexesOff } from '../../../server/src/backup/indexes'
import { withSession } from '../../../server/src/backup/tables'
import { connect } from '../../../server/src/ground/database/pool'
import { makeUser, makeVenue, makeVenueMachine } from '../../../server/src/testing/makers'
import { createTestDatabase, startTestPostgres } from '../../../server/src/testing/postgres'
import type { Row } from '../table'

/*
 * Backs up and restores databases of 100,000 and of a million games, or of as many as are asked for, by the commands of operators
 * in processes of their own, and compares what memory these take at most. PostgreSQL is another process, and not in the figures.
 *
 *   npm run bench -- restore [GAMES…]
 */

const root = path.resolve(import.meta.dirname, '../../..')
const usualSizes = [100_000, 1_000_000]
/** With more games the broken restore, which has a whole table in memory, would need more than a machine has. */
const mostForBroken = 1_000_000
/** games of one statement */
const atOnce = 500_000
/** What the larger may take beyond the smaller: what Node lets gather before it collects. */
const mostRatio = 1.25

async function ask<Shape extends object>(url: string, text: string, values: unknown[] = []): Promise<Shape[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<Shape>(text, values).finally(() => client.end())
  return rows
}

/** Games of two players that are over, on one machine, with their scores. */
async function play(url: string, games: number): Promise<void> {
  const db = connect({ connectionString: url, max: 1 })
  const owner = await makeUser(db)
  const machine = await makeVenueMachine(db, owner.id, { venueId: await makeVenue(db, owner.id) })
  await db.destroy()
  await withSession(url, undefined, async (client) => {
    // One game after the other would take hours.
    const indexes = [...(await takeIndexesOff(client, 'games')), ...(await takeIndexesOff(client, 'settled_scores'))]
    await client.query('alter table settled_scores disable trigger settled_scores_complete')
    for (let first = 1; first <= games; first += atOnce) {
      const last = Math.min(games, first + atOnce - 1)
      await client.query(
        `insert into games (venue_machine_id, session_uuid, sequence, started_at, updated_at, settled_at, successful, scores)
          select $1, md5(n::text)::uuid, 9, moment, moment, moment, true, array[n * 1000, n * 990]::bigint[]
          from generate_series($2::bigint, $3::bigint) n, lateral (select timestamptz '2026-01-01' + n * interval '20 s' as moment) m`,
        [machine, first, last],
      )
      // The games of an empty database are numbered from one.
      await client.query(
        `insert into settled_scores (game_id, position, venue_machine_id, machine_id, score, settled_at)
          select g.id, position, g.venue_machine_id, m.machine_id, g.scores[position], g.settled_at
          from games g join venue_machines m on m.id = g.venue_machine_id, generate_series(1, 2) position where g.id between $1 and $2`,
        [first, last],
      )
    }
    await client.query('alter table settled_scores enable trigger settled_scores_complete')
    for (const statement of indexes) await client.query(statement)
    await client.query('vacuum analyze')
  })
}

/** Runs a command over a backup. Answers its peak of resident memory in bytes and how long it took in ms; throws with what it printed when it fails. */
async function peakOf(command: string, file: string, databaseUrl: string) {
  const began = performance.now()
  const child = spawn(process.execPath, ['platform/run.mjs', command, file], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed = (printed + chunk.toString()).slice(-2_000)))
  const ended = once(child, 'close') as Promise<[number]>
  let peak = 0
  let isOver = false
  void ended.then(() => (isOver = true))
  while (!isOver) {
    try {
      peak = Math.max(
        peak,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) * 1024,
      )
    } catch {
      // It has ended in this moment.
    }
    await wait(20)
  }
  const [code] = await ended
  if (code !== 0) throw new Error(printed)
  return { peak, ms: performance.now() - began }
}

const restore = 'server/src/backup/restore.cli.ts'
const shown = (bytes: number) => `${Math.round(bytes / 1e6)} MB`
const inWords = ({ peak, ms }: { peak: number; ms: number }) => `${shown(peak)}; ${(ms / 1000).toFixed(1)} s`

export async function run(...given: string[]): Promise<Row[]> {
  const sizes = given.length > 0 ? given.map(Number) : usualSizes
  if (!sizes.every((games) => Number.isSafeInteger(games) && games > 0))
    throw new Error('Usage: npm run bench -- restore [GAMES…]')
  const postgres = await startTestPostgres()
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-restore-bench-'))
  try {
    const peaks: Record<'backup' | 'restore' | 'broken', number[]> = { backup: [], restore: [], broken: [] }
    const rows: Row[] = []
    for (const games of sizes) {
      const from = await createTestDatabase(postgres)
      const began = performance.now()
      await play(from.url, games)
      console.log(`${games.toLocaleString('en-US')} games after ${((performance.now() - began) / 1000).toFixed(0)} s`)
      const file = path.join(folder, `${games}.zip`)
      const backedUp = await peakOf('server/src/backup/backup.cli.ts', file, from.url)
      // With many games the restore takes so long that it may be ended before there is a table.
      console.log(`backed up: ${inWords(backedUp)}`)
      await from.drop()
      const tried = async (command: string) => {
        const to = await createTestDatabase(postgres, { isEmpty: true })
        const result = await peakOf(command, file, to.url)
        const [found] = await ask<{ games: number; scores: number }>(
          to.url,
          'select (select count(*)::int from games) as games, (select count(*)::int from settled_scores) as scores',
        )
        await to.drop()
        if (found?.games !== games || found.scores !== games * 2)
          throw new Error(`${JSON.stringify(found)} of ${games} games are there`)
        return result
      }
      const restored = await tried(restore)
      peaks.backup.push(backedUp.peak)
      peaks.restore.push(restored.peak)
      if (games <= mostForBroken) peaks.broken.push((await tried('bench/src/restore/hungryRestore.ts')).peak)
      const of = `${games.toLocaleString('en-US')} games, ${shown(statSync(file).size)}`
      rows.push({ what: `backup of ${of}: most memory; time`, ours: inWords(backedUp) })
      rows.push({ what: `restore of ${of}: most memory; time`, ours: inWords(restored) })
    }
    const ratioOf = ([first = Number.NaN, ...others]: number[]) => Math.max(...others) / first
    if (sizes.length === 1) return rows
    for (const [what, name] of [
      ['backup', 'backup'],
      ['restore', 'restore'],
    ] as const) {
      const ratio = ratioOf(peaks[name])
      rows.push({
        what: `${what}: most memory of more games, beside the first`,
        ours: peaks[name].map(shown).join(' and '),
        ratio: ratio.toFixed(2),
        target: `<= ${mostRatio}`,
        holds: ratio <= mostRatio,
      })
    }
    if (peaks.broken.length < 2) return rows
    const caught = ratioOf(peaks.broken)
    rows.push({
      what: 'a restore made to read each table before it stores it',
      ours: peaks.broken.map(shown).join(' and '),
      ratio: caught.toFixed(2),
      target: `> ${mostRatio}`,
      holds: caught > mostRatio,
    })
    return rows
  } finally {
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
