import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { Registry } from 'prom-client'
import S3rver from 's3rver'
import { connect } from '../../ground/database/pool'
import { makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { createTestDatabase } from '../../testing/postgres'
import { openBackup } from '../backupFile'
import { restoreBackup } from '../restoreBackup'
import { measureBackups, ScheduledBackups } from './schedule'
import { decryptFile, readIdentities } from './encryption'
import { s3Store } from './s3Store'
import { folderStore, type BackupStore } from './stores'

const database = useTestDatabase()
const hourMs = 3_600_000
const start = Date.parse('2026-11-24T05:00:00Z')
let folder: string
let now: number
let errors: unknown[]
let isClockProven: boolean

beforeAll(async () => {
  const owner = await makeUser(database.db, { display_name: 'Ann' })
  await makeScoreboard(database.db, owner.id, { venueMachineIds: [await makeVenueMachine(database.db, owner.id)] })
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-scheduled-'))
  now = start
  errors = []
  isClockProven = true
  await database.db.deleteFrom('backups').execute()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Dependencies = ConstructorParameters<typeof ScheduledBackups>[0]
const restoring = (store: BackupStore = folderStore(folder), more: Partial<Dependencies> = {}) =>
  new ScheduledBackups({
    url: database.url,
    db: database.db,
    store,
    plan: planFor(),
    isClockProven: async () => isClockProven,
    tell: () => {},
    onError: (error) => errors.push(error),
    now: () => now,
    ...more,
  })
const planFor = (...recipients: string[]) => ({ hour: 4, recipients, keep: { daily: 2, weekly: 0, monthly: 0 } })
/** Without a restore, which takes a second. */
const schedule = (store?: BackupStore, more: Partial<Dependencies> = {}) =>
  restoring(store, { check: async () => {}, ...more })

async function figures(): Promise<string[]> {
  const metrics = new Registry()
  measureBackups(metrics, database.db, folderStore(folder))
  return (await metrics.metrics()).split('\n').filter((line) => line.startsWith('multiball_backup'))
}

test('BAK-01 BAK-03 one a day is made and restored into a scratch database, and what is stored restores to what was there', async () => {
  expect(await figures()).toEqual(
    expect.arrayContaining(['multiball_backup_last_good_timestamp_seconds 0', 'multiball_backups_kept 0']),
  )
  expect(await restoring().look()).toBe('made')
  const [name = ''] = await readdir(folder)
  expect(name).toBe('multiball-2026-11-24T050000Z.zip')
  expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600)
  const { size } = await stat(path.join(folder, name))
  expect(await figures()).toEqual(
    expect.arrayContaining([
      `multiball_backup_last_good_timestamp_seconds ${start / 1000}`,
      `multiball_backup_last_good_bytes ${size}`,
      'multiball_backup_failures 0',
      'multiball_backups_kept 1',
    ]),
  )
  // The next is due at four.
  const backups = schedule()
  now = start + 22 * hourMs
  expect(await backups.look()).toBe('not due')
  now = start + 23 * hourMs
  expect(await backups.look()).toBe('made')
  expect((await readdir(folder)).sort()).toEqual([name, 'multiball-2026-11-25T040000Z.zip'])
  expect(errors).toEqual([])
  // The drill: a new database from what is there.
  const fresh = await createTestDatabase(database.server)
  const db = connect({ connectionString: fresh.url, max: 1 })
  await restoreBackup(fresh.url, path.join(folder, name), { replace: true })
  expect(await db.selectFrom('users').select('display_name').executeTakeFirst()).toEqual({ display_name: 'Ann' })
  expect(
    await db
      .selectFrom('boards')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirst(),
  ).toEqual({ count: 1 })
  await db.destroy()
  await fresh.drop()
})

test('BAK-02 older ones go only once there is a good one, and nothing else goes', async () => {
  for (const name of ['multiball-2026-11-21T040000Z.zip', 'multiball-2026-11-22T040000Z.zip', 'mine.zip'])
    await writeFile(path.join(folder, name), '')
  const full: BackupStore = { ...folderStore(folder), put: () => Promise.reject(new Error('the disk is full')) }
  expect(await schedule(full).look()).toBe('failed')
  expect(await readdir(folder)).toHaveLength(3)
  now += hourMs
  expect(await schedule().look()).toBe('made')
  expect((await readdir(folder)).sort()).toEqual([
    'mine.zip',
    'multiball-2026-11-22T040000Z.zip',
    'multiball-2026-11-24T060000Z.zip',
  ])
  // Before all others, and so itself the one that would go.
  now = Date.parse('1970-01-01T05:00:00Z')
  isClockProven = false
  expect(await schedule().look()).toBe('made')
  expect(await readdir(folder)).toEqual(
    expect.arrayContaining([
      'multiball-1970-01-01T050000Z.zip',
      'multiball-2026-11-22T040000Z.zip',
      'multiball-2026-11-24T060000Z.zip',
    ]),
  )
})

test('BAK-03 one that was damaged in the store is found, told and removed, and is tried again after half an hour', async () => {
  const store = folderStore(folder)
  let work = ''
  const damaging: BackupStore = {
    ...store,
    get: (name, file) => {
      work = path.dirname(file)
      return store.get(name, file)
    },
    put: async (name, file) => {
      await store.put(name, file)
      const { size } = await stat(file)
      const bytes = Buffer.alloc(64, 1)
      const handle = await open(path.join(folder, name), 'r+')
      await handle.write(bytes, 0, 64, Math.floor(size / 3))
      await handle.close()
    },
  }
  expect(await restoring(damaging).look()).toBe('failed')
  expect(await readdir(folder)).toEqual([])
  expect(String(errors[0])).toMatch(/The backup multiball-2026-11-24T050000Z\.zip failed: .*(damaged|not those)/)
  expect(await figures()).toEqual(
    expect.arrayContaining(['multiball_backup_last_good_timestamp_seconds 0', 'multiball_backup_failures 1']),
  )
  await expect(stat(work)).rejects.toThrow('ENOENT')
  now += 29 * 60_000
  expect(await schedule().look()).toBe('not due')
  now += 60_000
  expect(await schedule().look()).toBe('made')
})

test('BAK-03 of one whose process was killed nothing stays: neither its copies of the database nor what it stored and did not check', async () => {
  const store = folderStore(folder)
  let work = ''
  const stored = new Promise<void>((resolve) => {
    const killed: BackupStore = {
      ...store,
      put: async (name, file) => {
        work = path.dirname(file)
        await store.put(name, file)
        await writeFile(path.join(folder, `${name}.part`), '')
        resolve()
        // From here on nothing happens, as in a process that is gone.
        await new Promise(() => {})
      },
    }
    void schedule(killed).look()
  })
  await stored
  await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'multiball-backup' and datname = current_database()`.execute(
    database.db,
  )
  expect(await readdir(work)).toEqual(['written.zip'])
  now += hourMs
  expect(await schedule().look()).toBe('made')
  expect(await readdir(folder)).toEqual(['multiball-2026-11-24T060000Z.zip'])
  await expect(stat(work)).rejects.toThrow('ENOENT')
  expect(errors).toEqual([])
})

test('BAK-04 of several processes one makes it', async () => {
  const outcomes = await Promise.all([schedule().look(), schedule().look(), schedule().look()])
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'failed')).toEqual([])
  expect(await readdir(folder)).toHaveLength(1)
})

test('BAK-04 one whose process loses its lock with the connection is broken off: another process may be at it', async () => {
  const store = folderStore(folder)
  const cutOff: BackupStore = {
    ...store,
    put: async (name, file) => {
      await store.put(name, file)
      await sql`select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and objid = 7302003`.execute(
        database.db,
      )
    },
  }
  expect(await schedule(cutOff).look()).toBe('failed')
  expect(String(errors)).toMatch(/failed: The connection to the database that kept other processes from it broke/)
  expect(await readdir(folder)).toEqual([])
  now += hourMs
  expect(await schedule().look()).toBe('made')
})

test('BAK-05 what is stored is encrypted for its recipients, and restores with the key of one of them', async () => {
  const mine = await generateX25519Identity()
  expect(
    await schedule(folderStore(folder), {
      plan: planFor(await identityToRecipient(mine), await identityToRecipient(await generateX25519Identity())),
    }).look(),
  ).toBe('made')
  expect(errors).toEqual([])
  const file = path.join(folder, 'multiball-2026-11-24T050000Z.zip.age')
  expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const keyFile = path.join(folder, 'key.txt')
  await writeFile(keyFile, `# created: 2026-11-24\n${mine}\n`)
  await decryptFile(file, path.join(folder, 'readable.zip'), await readIdentities(keyFile))
  const { manifest, close } = await openBackup(path.join(folder, 'readable.zip'))
  close()
  expect(manifest.tables.find(({ name }) => name === 'users')!.rows).toBe(1)
  await expect(decryptFile(file, path.join(folder, 'other.zip'), [await generateX25519Identity()])).rejects.toThrow(
    /cannot be decrypted: no identity matched/,
  )
})

test('BAK-06 backups are kept in a bucket of an S3-compatible store, large ones in parts', async () => {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: path.join(folder, 's3'),
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = await server.run()
  try {
    const address = (key: string, bucket: string) => `http://${key}:S3RVER@127.0.0.1:${port}/${bucket}`
    const store = s3Store(address('S3RVER', 'backups/venues/one'))
    expect(await store.list()).toEqual([])
    for (const day of [21, 22]) await store.put(`multiball-2026-11-${day}T040000Z.zip`, __filename)
    await s3Store(address('S3RVER', 'backups')).put('multiball-2026-11-01T040000Z.zip', __filename)
    expect(await schedule(store).look()).toBe('made')
    expect(errors).toEqual([])
    expect((await store.list()).sort()).toEqual([
      'multiball-2026-11-22T040000Z.zip',
      'multiball-2026-11-24T050000Z.zip',
    ])
    expect(await s3Store(address('S3RVER', 'backups')).list()).toEqual(['multiball-2026-11-01T040000Z.zip'])
    const large = path.join(folder, 'large')
    const bytes = 32 * 1024 * 1024
    await writeFile(large, Buffer.concat([Buffer.alloc(bytes), Buffer.from('the second part')]))
    await store.put('large', large)
    await store.get('large', path.join(folder, 'back'))
    const back = await readFile(path.join(folder, 'back'))
    expect([back.indexOf('the second part'), back.length]).toEqual([bytes, bytes + 15])
    await expect(store.get('none', path.join(folder, 'none'))).rejects.toThrow('The store has no none')
    await expect(s3Store(address('stranger', 'backups')).put('x', __filename)).rejects.toThrow(/InvalidAccessKeyId|403/)
    await expect(s3Store(address('S3RVER', 'nowhere')).put('x', __filename)).rejects.toThrow(/NoSuchBucket|404/)
  } finally {
    await server.close()
  }
  // One that is away is told of without the key.
  now += 24 * hourMs
  expect(await schedule(s3Store('http://S3RVER:Sup3rS3cret@127.0.0.1:1/backups')).look()).toBe('failed')
  expect(String(errors[0])).toContain('The backup multiball-2026-11-25T050000Z.zip failed')
  expect(JSON.stringify(await database.db.selectFrom('backups').selectAll().execute()) + String(errors)).not.toContain(
    'Sup3rS3cret',
  )
})

test('BAK-06 a backup may take long to fetch as long as each part of it comes in time', async () => {
  const stored = randomBytes(80)
  /** of each call */
  const times: AbortController[] = []
  const timing = jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    times.push(new AbortController())
    return times.at(-1)!.signal
  })
  let isSlow = false
  const server = http.createServer((request, response) => {
    const [, from = '0', to = '79'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = stored.subarray(Number(from), Number(to) + 1)
    response.writeHead(206, {
      'content-range': `bytes ${from}-${Number(from) + part.length - 1}/${stored.length}`,
      'content-length': part.length,
    })
    response.write(part.subarray(0, 5))
    // The time of all parts before is up, and of this one, too, where it is slow.
    for (const time of isSlow ? times : times.slice(0, -1)) time.abort(new Error('timeout'))
    response.end(part.subarray(5))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const store = s3Store(`http://key:secret@127.0.0.1:${(server.address() as AddressInfo).port}/backups`, {
    partBytes: 12,
    patienceMs: 1_000,
  })
  try {
    await store.get('slow', path.join(folder, 'slow'))
    expect((await readFile(path.join(folder, 'slow'))).equals(stored)).toBe(true)
    expect(timing.mock.calls).toEqual(Array(7).fill([1_000]))
    isSlow = true
    await expect(store.get('slow', path.join(folder, 'slower'))).rejects.toThrow(/timeout/)
  } finally {
    timing.mockRestore()
    server.closeAllConnections()
    server.close()
  }
})

test('a clock that was ahead stops no backups', async () => {
  const ahead = new Date(start + 1000 * hourMs)
  await database.db
    .insertInto('backups')
    .values({ started_at: ahead, finished_at: ahead, name: 'multiball-2027-01-04T210000Z.zip' })
    .execute()
  expect(await schedule().look()).toBe('made')
})

test.each([
  ['at once', undefined, []],
  ['while it is stored', 'put', ['put']],
  ['while it is fetched', 'get', ['put', 'get']],
] as const)('a server that stops %s breaks it off and leaves nothing behind', async (_name, during, expected) => {
  const store = folderStore(folder)
  const done: string[] = []
  const stopping = (step: 'put' | 'get') => async (name: string, file: string) => {
    done.push(step)
    if (step === during) void backups.stop()
    await store[step](name, file)
  }
  const backups: ScheduledBackups = schedule({ ...store, put: stopping('put'), get: stopping('get') })
  const looking = backups.look()
  if (!during) await backups.stop()
  expect(await looking).not.toBe('made')
  expect([done, await readdir(folder)]).toEqual([expected, []])
  // The next start makes it at once.
  expect(await schedule().look()).toBe('made')
  if (during) expect(errors).toEqual([])
})
