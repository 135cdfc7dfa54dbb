import { execFileSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { StartError } from '../../process/startError'
import { connect } from '../pool'
import { openEmbedded } from './embedded'
import type { OpenPostgres } from './embedded'
import { findDatabaseFolder } from './databaseFolder'

const patienceMs = 30_000

/** holds a folder whose name has spaces, letters, quotes and what a shell would read; most tests begin with a copy of that */
let parent: string
const template = () => path.join(parent, 'it\'s "däta" $x `id`; \\ $(id)')
let made: OpenPostgres
const linesOfMade: string[] = []
let closing: Promise<void> | undefined
const closeMade = () => (closing ??= made.close())

let folder: string
const opened: OpenPostgres[] = []

const emptyFolder = async () => {
  const made = await mkdtemp(path.join(tmpdir(), 'multiball-embedded-'))
  await chmod(made, 0o755)
  return made
}

/** A DATA_DIR with a database, owners of files and all. */
const copyTemplate = async () => {
  await closeMade()
  execFileSync('cp', ['-a', `${template()}/.`, folder])
}

beforeAll(async () => {
  parent = await emptyFolder()
  made = await openEmbedded({ dataFolder: template(), role: 'server', tell: (line) => linesOfMade.push(line) })
}, patienceMs)
afterAll(async () => {
  await closeMade()
  await rm(parent, { recursive: true, force: true })
}, patienceMs)

beforeEach(async () => {
  folder = await emptyFolder()
})
afterEach(async () => {
  for (const postgres of opened.splice(0)) await postgres.close()
  await rm(folder, { recursive: true, force: true })
}, patienceMs)

const open = async (options: Partial<Parameters<typeof openEmbedded>[0]> = {}) => {
  const postgres = await openEmbedded({ dataFolder: folder, role: 'server', ...options })
  opened.push(postgres)
  return postgres
}

const query = async (url: string, text: string) => {
  const db = connect({ connectionString: url, max: 1 })
  return (
    await sql
      .raw<Record<string, unknown>>(text)
      .execute(db)
      .finally(() => db.destroy())
  ).rows
}

const isAlive = async (pid: number) => {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return state !== '' && !/\) Z /.test(state)
}

test('is a real PostgreSQL: it syncs, knows letters, and listens on this machine alone', async () => {
  expect(linesOfMade).toEqual([expect.stringContaining('Making the database')])
  const [settings] = await query(
    made.adminUrl,
    `select current_setting('fsync') fsync, current_setting('synchronous_commit') commit, current_setting('listen_addresses') listens,
      current_setting('unix_socket_directories') sockets, lower('ÄÖ') lower`,
  )
  expect(settings).toEqual({ fsync: 'on', commit: 'on', listens: '127.0.0.1', sockets: '', lower: 'äö' })
})

test('OPS-05 the server works as a role that owns the database and may do nothing beyond it', async () => {
  const { url } = made
  expect(
    await query(
      url,
      'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
    ),
  ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }])
  expect(await query(url, 'create table own (id int primary key); drop table own')).toBeDefined()
  await expect(query(url, `copy (select 1) to program 'id'`)).rejects.toThrow(/permission denied/)
  await expect(query(url, `select pg_read_file('/etc/passwd')`)).rejects.toThrow(/permission denied/)
  await expect(query(url, 'create role other superuser')).rejects.toThrow(/permission denied/)
})

test.each([
  ['OPS-05 the role’s password is not the administrator’s', { username: 'multiball' }],
  ['a password is needed', { password: 'guess' }],
])('%s', async (_title, other) => {
  await expect(query(Object.assign(new URL(made.url), other).href, 'select 1')).rejects.toThrow(
    /password authentication failed/,
  )
})

test('OPS-15 others read nothing of a DATA_DIR that the server makes', async () => {
  expect((await stat(template())).mode & 0o066).toBe(0)
})

test('a second server is refused by name, a command uses the first one’s database and leaves it running', async () => {
  await expect(open({ dataFolder: template() })).rejects.toThrow(
    new StartError(
      `Multiball is already running on ${template()} (process ${process.pid}). Stop it first, or set another DATA_DIR and PORT.`,
    ),
  )
  await Promise.all(
    ['one', 'two'].map(async () => {
      const command = await open({ dataFolder: template(), role: 'command' })
      expect(command).toMatchObject({ isOwn: false, url: made.url })
      await command.close()
    }),
  )
  expect(await query(made.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test(
  'OPS-05 what an earlier version has made as the administrator is kept and becomes the role’s at the next start, whole',
  async () => {
    await query(
      made.adminUrl,
      `create table kept (id bigint generated always as identity primary key, name text); insert into kept (name) values ('seven');
     create sequence loose; create view seen as select * from kept;
     create function named(text) returns text language sql as 'select $1';
     alter database multiball owner to multiball; alter role multiball_server superuser password 'other'`,
    )
    await copyTemplate()
    expect(await isAlive(made.pid!)).toBe(false)
    // A process id that PostgreSQL left and that now belongs to another process is no hindrance.
    await writeFile(
      path.join(folder, 'postgres/cluster/postmaster.pid'),
      `${process.pid}\n${folder}\n1\n1\n\n127.0.0.1\n`,
    )
    await chmod(path.join(folder, 'postgres/cluster/postmaster.pid'), 0o644)
    const lines: string[] = []
    const { url } = await open({ tell: (line) => lines.push(line) })
    expect(
      await query(
        url,
        `select distinct relowner::regrole::text as owner from pg_class where relnamespace = 'public'::regnamespace`,
      ),
    ).toEqual([{ owner: 'multiball_server' }])
    await query(
      url,
      `alter table kept add column more int; drop view seen; drop sequence loose; drop function named(text); insert into kept (name) values ('eight')`,
    )
    expect(await query(url, 'select id, name from kept')).toEqual([
      { id: 1, name: 'seven' },
      { id: 2, name: 'eight' },
    ])
    expect(await query(url, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false },
    ])
    expect(lines).toEqual([])
  },
  patienceMs,
)

test(
  'a killed server’s PostgreSQL is replaced, with everything it had committed',
  async () => {
    await copyTemplate()
    const killed = await open()
    await query(killed.url, 'create table noted (id int); insert into noted values (7)')
    // As after kill -9 of the server: the lock of a dead process, PostgreSQL still running.
    await writeFile(
      path.join(folder, 'multiball.lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, began: '1', role: 'server', port: 1 }),
    )
    const next = await open()
    expect(next.pid).not.toBe(killed.pid)
    expect(await isAlive(killed.pid!)).toBe(false)
    expect(await query(next.url, 'select * from noted')).toEqual([{ id: 7 }])
  },
  patienceMs,
)

test(
  'a PostgreSQL that is killed is started again where it was',
  async () => {
    await copyTemplate()
    const lines: string[] = []
    const { url, pid } = await open({ tell: (line) => lines.push(line), lookEveryMs: 20 })
    await query(url, 'create table noted (id int); insert into noted values (7)')
    process.kill(pid!, 'SIGKILL')
    const answer = async (): Promise<unknown> => query(url, 'select * from noted').catch(() => wait(20).then(answer))
    expect(await answer()).toEqual([{ id: 7 }])
    expect(lines).toEqual(['The database has stopped unexpectedly and is started again…'])
  },
  patienceMs,
)

describe('a DATA_DIR that cannot be used is refused with a sentence, and nothing is left running', () => {
  const cluster = (...parts: string[]) => path.join(folder, 'postgres/cluster', ...parts)

  test.each([
    [
      'its control file is cut off',
      () => truncate(cluster('global/pg_control'), 100),
      /does not start: (?:PANIC|FATAL).*\nIts log is /,
    ],
    ['its version is missing', () => rm(cluster('PG_VERSION')), /is damaged: it is not a PostgreSQL database/],
    [
      'it is of another version',
      () => writeFile(cluster('PG_VERSION'), '12\n'),
      /was made by PostgreSQL 12; this Multiball has PostgreSQL 18\./,
    ],
    [
      'its version cannot be read',
      () => rm(cluster('PG_VERSION')).then(() => mkdir(cluster('PG_VERSION'))),
      /^DATA_DIR .+ cannot be used: EISDIR: [^\n]*$/,
    ],
    ['its log is gone', () => rm(cluster('pg_wal'), { recursive: true }), /does not start: /],
    ['its password is gone', () => rm(path.join(folder, 'postgres-password')), /password cannot be read/],
  ])(
    '%s',
    async (_title, damage, sentence) => {
      await copyTemplate()
      await damage()
      const failure = await open().catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(StartError)
      expect((failure as Error).message).toMatch(sentence)
      await expect(readFile(path.join(folder, 'multiball.lock'))).rejects.toThrow('ENOENT')
      const left = Number.parseInt(await readFile(cluster('postmaster.pid'), 'utf8').catch(() => ''), 10)
      expect(Number.isNaN(left) || !(await isAlive(left))).toBe(true)
    },
    patienceMs,
  )

  test('it is a file', async () => {
    await rm(folder, { recursive: true })
    await writeFile(folder, '')
    await expect(open()).rejects.toThrow(new StartError(`DATA_DIR ${folder} cannot be used: it is not a folder.`))
  })
})

const asRoot = process.getuid?.() === 0 ? describe : describe.skip

asRoot('as root', () => {
  test('in a folder that the system user cannot enter the database lies elsewhere; whoever deletes DATA_DIR starts with an empty one', async () => {
    await chmod(folder, 0o700)
    const first = await findDatabaseFolder(folder)
    try {
      expect(path.dirname(first.folder)).toBe('/var/lib/multiball')
      await mkdir(path.join(first.folder, 'cluster'))
      expect((await findDatabaseFolder(folder)).folder).toBe(first.folder)
      await rm(folder, { recursive: true })
      await mkdir(folder, { mode: 0o700 })
      expect((await findDatabaseFolder(folder)).folder).toBe(first.folder)
      await expect(stat(path.join(first.folder, 'cluster'))).rejects.toThrow('ENOENT')
    } finally {
      execFileSync('sh', ['-c', `rm -rf "${first.folder}"*`])
    }
  })

  test(
    'what a command makes in a folder of the user that the server runs as, such as a restore on a new disk, the server can open; what was only half made before is made again',
    async () => {
      const [uid, gid] = ['-u', '-g'].map((kind) =>
        Number(execFileSync('id', [kind, 'multiball'], { encoding: 'utf8' })),
      )
      await chown(folder, uid!, gid!)
      await chmod(folder, 0o750)
      await mkdir(path.join(folder, 'postgres/cluster.new'), { recursive: true })
      await writeFile(path.join(folder, 'postgres/cluster.new/PG_VERSION'), '18\n')
      const { url } = await open({ role: 'command' })
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
      for (const name of ['postgres-password', 'postgres'])
        expect([name, (await stat(path.join(folder, name))).uid]).toEqual([name, uid])
    },
    patienceMs,
  )
})
