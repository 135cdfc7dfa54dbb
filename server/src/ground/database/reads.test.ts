import { sql } from 'kysely'
import { seedCatalogue } from '../../core/catalogue/seed'
import { examine } from '../../doctor/doctor'
import { call, makeScoreboard, makeUser, makeVenueMachine } from '../../testing'
import { databaseUrl } from '../../testing/postgres'
import { useProcesses } from '../../testing/processes'
import { findSystemPostgres, startStandby, startSystemPostgres } from '../../testing/system/postgres'
import type { SystemPostgres } from '../../testing/system/postgres'
import { buildWholeApp } from '../../testing/wholeApp'
import { migrate } from './migrate'
import { connect, openPool } from './pool'
import { behindBy, openReads } from './reads'

test.each([
  { replayed: 50n, behind: undefined },
  { replayed: 100n, behind: 10_000 },
  { replayed: 250n, behind: 5_000 },
  { replayed: 300n, behind: 0 },
  { replayed: 900n, behind: 0 },
])('LOAD-08 a standby that has replayed $replayed is $behind ms behind', ({ replayed, behind }) => {
  const marks = [
    { at: 1_000, lsn: 100n },
    { at: 6_000, lsn: 200n },
    { at: 11_000, lsn: 300n },
  ]
  expect(behindBy(marks, replayed, 11_000)).toBe(behind)
})

const patienceMs = 120_000
const system = findSystemPostgres()
// npm test says when it is not there.
const testWhereInstalled = system ? test : test.skip
const running: SystemPostgres[] = []
// Before the folder is removed, in which they lie.
afterAll(async () => {
  for (const postgres of running.splice(0)) await postgres.close()
}, patienceMs)
const processes = useProcesses()
let primaryUrl: string
let standbyUrl: string

beforeAll(async () => {
  if (!system) return
  const primary = await startSystemPostgres(processes.folder)
  running.unshift(primary)
  const standby = await startStandby(processes.folder, primary.url)
  running.unshift(standby)
  const admin = connect({ connectionString: primary.url, max: 1 })
  await sql`create database multiball`.execute(admin).finally(() => admin.destroy())
  primaryUrl = databaseUrl(primary.url, 'multiball')
  standbyUrl = databaseUrl(standby.url, 'multiball')
}, patienceMs)

testWhereInstalled(
  'LOAD-08 public lists come from the standby, what somebody has just changed from the primary, and all of it from there while the standby is behind or away',
  async () => {
    const primary = openPool({ connectionString: primaryUrl, max: 5 })
    await migrate(primary.db)
    await seedCatalogue(primary.db)
    const owner = await makeUser(primary.db)
    const venueMachineIds = [await makeVenueMachine(primary.db, owner.id)]
    const { id: known } = await makeScoreboard(primary.db, owner.id, { venueMachineIds })
    const admin = connect({ connectionString: standbyUrl.replace(/[^/]*$/, 'postgres'), max: 1 })
    const caughtUp = async () => {
      const {
        rows: [mark],
      } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary.db)
      for (;;) {
        const { rows } = await sql<{
          done: boolean
        }>`select pg_last_wal_replay_lsn() >= ${mark!.lsn}::pg_lsn as done`.execute(admin)
        if (rows[0]!.done) return
      }
    }
    await caughtUp()

    const lines: string[] = []
    let now = 0
    const reads = openReads({ url: standbyUrl, primary, tell: (line) => lines.push(line), now: () => now })
    const whole = await buildWholeApp(primary.db, {}, {}, reads.db)
    const publicIds = async () =>
      (
        (await call(whole.app, 'GET', '/api/scoreboard/?is_public=true')).body as { results: { id: number }[] }
      ).results.map(({ id }) => id)
    try {
      await reads.look()
      expect(reads.figures()).toEqual({ isUsed: true, behindMs: 0, fellBack: 0 })
      await sql`select pg_wal_replay_pause()`.execute(admin)
      const { id: fresh } = await makeScoreboard(primary.db, owner.id, { venueMachineIds })
      expect(await publicIds()).toEqual([known])
      const own = await call(whole.app, 'GET', `/api/scoreboard/?owner=${owner.id}&is_public=true`)
      expect((own.body as { results: { id: number }[] }).results.map(({ id }) => id)).toEqual([fresh, known])

      // A little behind is what a standby is for; half a minute is too much.
      await reads.look()
      now = 30_000
      await reads.look()
      expect(reads.figures()).toMatchObject({ isUsed: true, behindMs: 30_000 })
      now = 30_001
      await reads.look()
      expect(reads.figures().isUsed).toBe(false)
      expect(await publicIds()).toEqual([fresh, known])

      await sql`select pg_wal_replay_resume()`.execute(admin)
      await caughtUp()
      await reads.look()
      expect(reads.figures()).toMatchObject({ isUsed: true, behindMs: 0 })

      // Nobody has looked since it went away: the query itself goes to the primary.
      await admin.destroy()
      await running.shift()!.close()
      expect(await publicIds()).toEqual([fresh, known])
      expect(reads.figures().fellBack).toBeGreaterThan(0)
      await reads.look()
      expect(lines).toEqual([
        'Reads that may be old go to the database of DATABASE_READ_URL.',
        'All reads go to the database of DATABASE_URL. That of DATABASE_READ_URL is not used: it is more than 30 s behind.',
        'Reads that may be old go to the database of DATABASE_READ_URL.',
        expect.stringMatching(
          /^All reads go to the database of DATABASE_URL\. That of DATABASE_READ_URL is not used: it does not answer \(.+\)\.$/,
        ),
      ])
    } finally {
      await whole.close()
      await reads.close()
      await primary.db.destroy()
    }
  },
  patienceMs,
)

testWhereInstalled(
  'LOAD-08 a database that is no standby is not used, and the doctor says so',
  async () => {
    const primary = openPool({ connectionString: primaryUrl, max: 2 })
    const lines: string[] = []
    const reads = openReads({ url: primaryUrl, primary, tell: (line) => lines.push(line) })
    await reads.look()
    await reads.close()
    await primary.db.destroy()
    expect(lines).toEqual([
      'All reads go to the database of DATABASE_URL. That of DATABASE_READ_URL is not used: it is no standby: it takes writes of its own.',
    ])

    const environment = {
      DATABASE_URL: primaryUrl,
      DATABASE_READ_URL: primaryUrl,
      DEPLOY_DIR: '/nowhere',
      DATA_DIR: processes.folder,
      PORT: '0',
    }
    const findings = await examine({
      environment,
      folder: processes.folder,
      nodeVersion: process.version,
      uid: process.getuid!(),
      nowMs: Date.now(),
    })
    expect(findings.map(({ sentence }) => sentence)).toContainEqual(
      expect.stringMatching(
        /^The database of DATABASE_READ_URL at \S+ is not used: it is no standby: it takes writes of its own\. All reads go to the database of DATABASE_URL\. Name a standby of it, or leave DATABASE_READ_URL out\.$/,
      ),
    )
  },
  patienceMs,
)
