import path from 'node:path'
import { sql } from 'kysely'
import { restoreBackup } from '../../backup/restoreBackup'
import { writeBackup } from '../../backup/writeBackup'
import { databaseUrl } from '../../testing/postgres'
import { isReady, useProcesses } from '../../testing/processes'
import { findSystemPostgres, startSystemPostgres } from '../../testing/system/postgres'
import type { SystemPostgres } from '../../testing/system/postgres'
import { openDatabase } from './index'
import { connect } from './pool'

const patienceMs = 60_000
const system = findSystemPostgres()
// npm test says when it is not there.
const testWhereInstalled = system ? test : test.skip

let postgres: SystemPostgres | undefined
let url: string

// Before the folder is removed, in which it lies.
afterAll(() => postgres?.close(), patienceMs)
const processes = useProcesses()

beforeAll(async () => {
  if (!system) return
  postgres = await startSystemPostgres(processes.folder)
  await execute('create database multiball', postgres.url)
  url = databaseUrl(postgres.url, 'multiball')
}, patienceMs)

async function execute(statement: string, on = url) {
  const admin = connect({ connectionString: on, max: 1 })
  await sql
    .raw(statement)
    .execute(admin)
    .finally(() => admin.destroy())
}

testWhereInstalled(
  'a server works on a PostgreSQL of its own operator, and keeps restores away while it does',
  async () => {
    const server = processes.run('server/src/main.ts', { DATABASE_URL: url })
    const address = await server.says(isReady)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    const body = JSON.stringify({
      username: 'ann',
      password: 'Sup3r!secret',
      first_name: 'Ann',
      last_name: 'Bell',
      email: 'ann@example.com',
    })
    expect(
      (
        await fetch(`${address}/api/account/register/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      ).status,
    ).toBe(201)

    const file = path.join(processes.folder, 'backup.zip')
    await writeBackup(url, file)
    await expect(restoreBackup(url, file, { replace: true })).rejects.toThrow(
      'A Multiball server is using this database.',
    )
    server.child.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    await restoreBackup(url, file, { replace: true })
  },
  patienceMs,
)

testWhereInstalled(
  'a database that answers before it has written is refused',
  async () => {
    await execute('alter database multiball set synchronous_commit = off')
    await expect(openDatabase({ dataFolder: '/nowhere', databaseUrl: url })).rejects.toThrow(
      'The PostgreSQL of DATABASE_URL has synchronous_commit switched off',
    )
    await execute('alter database multiball reset synchronous_commit')
    await (await openDatabase({ dataFolder: '/nowhere', databaseUrl: url })).close()
  },
  patienceMs,
)

testWhereInstalled(
  'two servers may start on an empty database at the same time',
  async () => {
    await execute('create database pair', postgres!.url)
    const both = { dataFolder: '/nowhere', databaseUrl: databaseUrl(postgres!.url, 'pair') }
    const opened = await Promise.all([openDatabase(both, { role: 'server' }), openDatabase(both, { role: 'server' })])
    for (const { close } of opened) await close()
  },
  patienceMs,
)
