import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { restoreBackup } from '../backup/restoreBackup'
import { writeBackup } from '../backup/writeBackup'
import { databaseUrl } from '../testing/postgres'
import { findSystemPostgres, startSystemPostgres } from '../testing/systemPostgres'
import type { SystemPostgres } from '../testing/systemPostgres'
import { openDatabase } from './index'
import { connect } from './pool'

const patienceMs = 60_000
const system = findSystemPostgres()
// npm test says when it is not there.
const testWhereInstalled = system ? test : test.skip

let folder: string
let postgres: SystemPostgres
let url: string
const started: ChildProcess[] = []

beforeAll(async () => {
  if (!system) return
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-external-'))
  await chmod(folder, 0o755)
  postgres = await startSystemPostgres(folder)
  await execute('create database multiball', postgres.url)
  url = databaseUrl(postgres.url, 'multiball')
}, patienceMs)
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  if (!system) return
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
}, patienceMs)

async function execute(statement: string, on = url) {
  const admin = connect({ connectionString: on, max: 1 })
  await sql.raw(statement).execute(admin).finally(() => admin.destroy())
}

testWhereInstalled('a server works on a PostgreSQL of its own operator, and keeps restores away while it does', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, '../main.ts')], {
    cwd: path.resolve(__dirname, '../../..'),
    env: { PATH: process.env.PATH, PORT: '0', DATABASE_URL: url, DEPLOY_DIR: path.join(folder, 'deploy') },
  })
  started.push(child)
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    const gather = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /ready: (http:\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    void ended.then(() => reject(new Error(output)))
  })
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const body = JSON.stringify({ username: 'ann', password: 'Sup3r!secret', first_name: 'Ann', last_name: 'Bell', email: 'ann@example.com' })
  expect((await fetch(`${address}/api/account/register/`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status).toBe(201)

  const file = path.join(folder, 'backup.zip')
  await writeBackup(url, file)
  await expect(restoreBackup(url, file, { replace: true })).rejects.toThrow('A Multiball server is using this database.')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await restoreBackup(url, file, { replace: true })
}, patienceMs)

testWhereInstalled('a database that answers before it has written is refused', async () => {
  await execute('alter database multiball set synchronous_commit = off')
  await expect(openDatabase({ dataFolder: '/nowhere', databaseUrl: url })).rejects.toThrow('The PostgreSQL of DATABASE_URL has synchronous_commit switched off')
  await execute('alter database multiball reset synchronous_commit')
  await (await openDatabase({ dataFolder: '/nowhere', databaseUrl: url })).close()
}, patienceMs)

testWhereInstalled('two servers may start on an empty database at the same time', async () => {
  await execute('create database pair', postgres.url)
  const both = { dataFolder: '/nowhere', databaseUrl: databaseUrl(postgres.url, 'pair') }
  const opened = await Promise.all([openDatabase(both, { role: 'server' }), openDatabase(both, { role: 'server' })])
  for (const { close } of opened) await close()
}, patienceMs)
