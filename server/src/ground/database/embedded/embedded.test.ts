import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { StartError } from '../../process/startError'
import { connect } from '../pool'
import { openEmbedded } from './embedded'
import type { OpenPostgres } from './embedded'

let template: string
let folder: string
const opened: OpenPostgres[] = []

const emptyFolder = async () => {
  const made = await mkdtemp(path.join(tmpdir(), 'multiball-embedded-'))
  await chmod(made, 0o755)
  return made
}

/** A DATA_DIR with a database, owners of files and all. */
const copyTemplate = () => {
  execFileSync('cp', ['-a', `${template}/.`, folder])
}

// Making a database takes long; most tests begin with a copy of this one.
beforeAll(async () => {
  template = await emptyFolder()
  await (await openEmbedded({ dataFolder: template, role: 'server' })).close()
}, 30_000)
afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await emptyFolder()
})
afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async (role: 'server' | 'command' = 'server', log?: (line: string) => void) => {
  const postgres = await openEmbedded({ dataFolder: folder, role, tell: log })
  opened.push(postgres)
  return postgres
}

const query = async (url: string, text: string) => {
  const db = connect({ connectionString: url, max: 1 })
  return (await sql.raw<Record<string, unknown>>(text).execute(db).finally(() => db.destroy())).rows
}

const isAlive = async (pid: number) => {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return state !== '' && !/\) Z /.test(state)
}

test('is a real PostgreSQL: it syncs, knows letters, listens on this machine alone, and keeps what it was told', async () => {
  const lines: string[] = []
  const first = await open('server', (line) => lines.push(line))
  expect(lines).toEqual([expect.stringContaining('Making the database')])
  const [settings] = await query(
    first.adminUrl,
    `select current_setting('fsync') fsync, current_setting('synchronous_commit') commit, current_setting('listen_addresses') listens,
      current_setting('unix_socket_directories') sockets, lower('ÄÖ') lower`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', listens: '127.0.0.1', sockets: '', lower: 'äö' })
  await query(first.url, 'create table kept (id int); insert into kept values (7)')
  await first.close()
  expect(await isAlive(first.pid!)).toBe(false)
  const second = await open('server', (line) => lines.push(line))
  expect(await query(second.url, 'select * from kept')).toEqual([{ id: 7 }])
  expect(lines).toHaveLength(1)
}, 30_000)

test('OPS-05 the server works as a role that owns the database and may do nothing beyond it', async () => {
  copyTemplate()
  const { url } = await open()
  expect(await query(url, 'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false },
  ])
  expect(await query(url, 'create table own (id int primary key); drop table own')).toBeDefined()
  await expect(query(url, `copy (select 1) to program 'id'`)).rejects.toThrow(/permission denied/)
  await expect(query(url, `select pg_read_file('/etc/passwd')`)).rejects.toThrow(/permission denied/)
  await expect(query(url, 'create role other superuser')).rejects.toThrow(/permission denied/)
}, 30_000)

test('OPS-05 the role’s password is not the administrator’s', async () => {
  copyTemplate()
  const address = new URL((await open()).url)
  address.username = 'multiball'
  await expect(query(address.href, 'select 1')).rejects.toThrow(/password authentication failed/)
}, 30_000)

test('OPS-15 others read nothing of a DATA_DIR that the server makes', async () => {
  await rm(folder, { recursive: true })
  await open()
  expect((await stat(folder)).mode & 0o066).toBe(0)
}, 30_000)

test('OPS-05 what an earlier version has made as the administrator becomes the role’s at the next start, whole', async () => {
  copyTemplate()
  const before = await open()
  await query(
    before.adminUrl,
    `create table kept (id bigint generated always as identity primary key, name text); insert into kept (name) values ('seven');
     create sequence loose; create view seen as select * from kept;
     create function named(text) returns text language sql as 'select $1';
     alter database multiball owner to multiball; alter role multiball_server superuser password 'other'`,
  )
  await before.close()
  const { url } = await open()
  expect(await query(url, `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([{ owner: 'multiball_server' }])
  await query(url, `alter table kept add column more int; drop view seen; drop sequence loose; drop function named(text); insert into kept (name) values ('eight')`)
  expect(await query(url, 'select id, name from kept')).toEqual([{ id: 1, name: 'seven' }, { id: 2, name: 'eight' }])
  expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([{ rolsuper: false }])
}, 30_000)

test('a password is needed', async () => {
  copyTemplate()
  const { url } = await open()
  const address = new URL(url)
  address.password = 'guess'
  await expect(query(address.href, 'select 1')).rejects.toThrow(/password authentication failed/)
}, 30_000)

test('a second server is refused by name, a command uses the first one’s database and leaves it running', async () => {
  copyTemplate()
  const server = await open()
  await expect(open()).rejects.toThrow(new StartError(`Multiball is already running on ${folder} (process ${process.pid}). Stop it first, or set another DATA_DIR and PORT.`))
  await Promise.all(
    ['one', 'two'].map(async () => {
      const command = await open('command')
      expect(command).toMatchObject({ isOwn: false, url: server.url })
      await command.close()
    }),
  )
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
}, 30_000)

test('a killed server’s PostgreSQL is replaced, with everything it had committed', async () => {
  copyTemplate()
  const killed = await open()
  await query(killed.url, 'create table kept (id int); insert into kept values (7)')
  // As after kill -9 of the server: the lock of a dead process, PostgreSQL still running.
  await writeFile(path.join(folder, 'multiball.lock'), JSON.stringify({ pid: 2 ** 22 + 1, began: '1', role: 'server', port: 1 }))
  const next = await open()
  expect(next.pid).not.toBe(killed.pid)
  expect(await isAlive(killed.pid!)).toBe(false)
  expect(await query(next.url, 'select * from kept')).toEqual([{ id: 7 }])
}, 30_000)

test('a PostgreSQL that is killed is started again where it was', async () => {
  copyTemplate()
  const lines: string[] = []
  const { url, pid } = await open('server', (line) => lines.push(line))
  await query(url, 'create table kept (id int); insert into kept values (7)')
  process.kill(pid!, 'SIGKILL')
  const answer = async (): Promise<unknown> => query(url, 'select * from kept').catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return answer()
  })
  expect(await answer()).toEqual([{ id: 7 }])
  expect(lines).toEqual(['The database has stopped unexpectedly and is started again…'])
}, 30_000)

test('a process id that PostgreSQL left and that now belongs to another process is no hindrance', async () => {
  copyTemplate()
  await writeFile(path.join(folder, 'postgres/cluster/postmaster.pid'), `${process.pid}\n${folder}\n1\n1\n\n127.0.0.1\n`)
  await chmod(path.join(folder, 'postgres/cluster/postmaster.pid'), 0o644)
  const { url } = await open()
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
}, 30_000)

describe('a DATA_DIR that cannot be used is refused with a sentence, and nothing is left running', () => {
  const cluster = (...parts: string[]) => path.join(folder, 'postgres/cluster', ...parts)

  test.each([
    ['its control file is cut off', () => truncate(cluster('global/pg_control'), 100), /does not start: (?:PANIC|FATAL).*\nIts log is /],
    ['its version is missing', () => rm(cluster('PG_VERSION')), /is damaged: it is not a PostgreSQL database/],
    ['it is of another version', () => writeFile(cluster('PG_VERSION'), '12\n'), /was made by PostgreSQL 12; this Multiball has PostgreSQL 18\./],
    ['its version cannot be read', () => rm(cluster('PG_VERSION')).then(() => mkdir(cluster('PG_VERSION'))), /^DATA_DIR \S+ cannot be used: EISDIR: [^\n]*$/],
    ['its log is gone', () => rm(cluster('pg_wal'), { recursive: true }), /does not start: /],
    ['its password is gone', () => rm(path.join(folder, 'postgres-password')), /password cannot be read/],
  ])('%s', async (_title, damage, sentence) => {
    copyTemplate()
    await damage()
    const failure = await open().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StartError)
    expect((failure as Error).message).toMatch(sentence)
    await expect(readFile(path.join(folder, 'multiball.lock'))).rejects.toThrow('ENOENT')
    const left = Number.parseInt(await readFile(cluster('postmaster.pid'), 'utf8').catch(() => ''), 10)
    expect(Number.isNaN(left) || !(await isAlive(left))).toBe(true)
  }, 30_000)

  test('but a name with spaces, letters, quotes and what a shell would read can', async () => {
    const odd = path.join(folder, 'it\'s "däta" $x `id`; \\ $(id)')
    const postgres = await openEmbedded({ dataFolder: odd, role: 'server' })
    opened.push(postgres)
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  }, 30_000)

  test('it is a file', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    await expect(open()).rejects.toThrow(new StartError(`DATA_DIR ${folder} cannot be used: it is not a folder.`))
  })

  test('a database that was only half made is made again', async () => {
    await mkdir(path.join(folder, 'postgres/cluster.new'), { recursive: true })
    await writeFile(path.join(folder, 'postgres/cluster.new/PG_VERSION'), '18\n')
    const { url } = await open()
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  }, 30_000)
})

const asRoot = process.getuid?.() === 0 ? describe : describe.skip

asRoot('as root, in a folder that the system user cannot enter', () => {
  const left: string[] = []
  const place = async () => (await readFile(path.join(folder, 'postgres-location'), 'utf8')).trim()
  afterEach(async () => {
    for (const where of left.splice(0)) execFileSync('sh', ['-c', `rm -rf "${where}"*`])
  })

  test('the database lies elsewhere; whoever deletes DATA_DIR starts with an empty one', async () => {
    await chmod(folder, 0o700)
    const first = await open()
    left.push(await place())
    await query(first.url, 'create table kept (id int)')
    await first.close()
    await rm(folder, { recursive: true })
    await mkdir(folder, { mode: 0o700 })
    const second = await open()
    expect(await query(second.url, `select to_regclass('kept') as kept`)).toEqual([{ kept: null }])
  }, 60_000)
})

asRoot('as root, in a folder of the user that the server runs as', () => {
  test('what a command makes there, such as a restore on a new disk, the server can open', async () => {
    const [uid, gid] = ['-u', '-g'].map((kind) => Number(execFileSync('id', [kind, 'multiball'], { encoding: 'utf8' })))
    await chown(folder, uid!, gid!)
    await chmod(folder, 0o750)
    await (await openEmbedded({ dataFolder: folder, role: 'command' })).close()
    for (const name of ['postgres-password', 'postgres']) expect([name, (await stat(path.join(folder, name))).uid]).toEqual([name, uid])
  }, 60_000)
})
