import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { useTestDatabase } from '../testing/database'
import { startMailServer } from '../testing/mailServer'
import { databaseFindings, disk, examine, summaryOf } from './doctor'
import type { Installation } from './doctor'

const database = useTestDatabase()

let folder: string
/** A port that something listens on, and one that nothing listens on. */
let taken: number
let free: number
const listener = net.createServer()

const listen = (server: net.Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as net.AddressInfo).port)),
  )

beforeAll(async () => {
  taken = await listen(listener)
  const passing = net.createServer()
  free = await listen(passing)
  await new Promise((resolve) => passing.close(resolve))
})
afterAll(() => listener.close())
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-doctor-'))
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const nowMs = Date.UTC(2026, 10, 24)
const uid = process.getuid?.() ?? 0
const registry = (version: string, remotes: Record<string, object> = {}, shared = '4.5.0') => {
  const shell = {
    assets: { scripts: [], preload: [], styles: [] },
    provides: { shell: '1.0.0', shared, react: '19.0.0' },
    publishedAt: '2026-11-24T00:00:00.000Z',
  }
  return JSON.stringify({ rev: 1, shell: { active: version, versions: { [version]: shell } }, remotes })
}

/** One remote, with this in its version. */
const taps = (fields: object) => {
  const record = {
    entry: { src: '/r/mf-taps/1.0.0/entry.js', integrity: `sha384-${'A'.repeat(64)}` },
    exposes: {},
    requires: { shared: '^4.0.0', react: '^19.0.0' },
    routes: [],
    publishedAt: '2026-11-24T00:00:00.000Z',
    ...fields,
  }
  return { 'mf-taps': { enabled: true, active: '1.0.0', versions: { '1.0.0': record } } }
}

interface Row {
  settings?: Record<string, string>
  /** makes it so, in the installation's folder */
  breakIt?(): Promise<unknown>
  other?: Partial<Installation>
  says: RegExp
  severity?: 'warning'
}

const open = { HOST: '0.0.0.0', PORT: '0', PUBLIC_URL: 'https://boards.example.com', TRUST_PROXY: '1', SMTP_URL: '' }
const put = (file: string, content: string, mode = 0o600) =>
  mkdir(path.dirname(path.join(folder, file)), { recursive: true }).then(() =>
    writeFile(path.join(folder, file), content, { mode }),
  )

/** Settings come as functions where they need what only a running test knows. */
const installations: Record<string, () => Row> = {
  'an old Node.js': () => ({
    other: { nodeVersion: 'v18.20.4' },
    says: /^This is Node\.js v18\.20\.4: Multiball needs 20\.19 or newer\.$/,
  }),
  'a clock of another time': () => ({
    other: { nowMs: Date.UTC(1970, 0, 1) },
    says: /^The clock of this machine says 1970-01-01, which is long past\. Set it/,
  }),
  'a port that is no number': () => ({
    settings: { PORT: 'http' },
    says: /^PORT cannot be "http": a whole number is expected\.$/,
  }),
  'a port that another program has': () => ({
    settings: { PORT: String(taken) },
    says: /^Port \d+ of 127\.0\.0\.1 is in use by another program\. Stop that one, or set PORT to a free one\.$/,
  }),
  'a HOST of another machine': () => ({
    settings: { HOST: '203.0.113.9', PORT: '3000' },
    says: /^HOST 203\.0\.113\.9 is not an address of this machine\./,
  }),
  'no PUBLIC_URL where others come': () => ({
    settings: { ...open, PUBLIC_URL: '' },
    says: /^PUBLIC_URL is not set, and others can reach this server: .* Set it to the address that people type/,
  }),
  'a PUBLIC_URL of localhost where others come': () => ({
    settings: { ...open, PUBLIC_URL: 'http://localhost:3000' },
    says: /^PUBLIC_URL is http:\/\/localhost:3000, which on every other machine means that machine\./,
  }),
  'a PUBLIC_URL without a scheme': () => ({
    settings: { ...open, PUBLIC_URL: 'boards.example.com' },
    says: /^PUBLIC_URL cannot be "boards\.example\.com": an address with http:\/\/ or https:\/\/ is expected\.$/,
  }),
  'a PUBLIC_URL with a path': () => ({
    settings: { ...open, PUBLIC_URL: 'https://example.com/boards' },
    says: /^PUBLIC_URL cannot be "https:\/\/example\.com\/boards": only a scheme and a host are expected, such as https:\/\/boards\.example\.com\.$/,
  }),
  'a PUBLIC_URL without https': () => ({
    settings: { ...open, PUBLIC_URL: 'http://boards.example.com' },
    severity: 'warning',
    says: /, without https: passwords and keys travel in the open\. Put a proxy/,
  }),
  'https, and no proxy that is trusted': () => ({
    settings: { ...open, TRUST_PROXY: '0' },
    severity: 'warning',
    says: /but TRUST_PROXY is 0: .* Set TRUST_PROXY to the number of proxies, mostly 1\.$/,
  }),
  'a trusted proxy that can be gone around': () => ({
    settings: open,
    severity: 'warning',
    says: /^TRUST_PROXY is 1 and HOST is 0\.0\.0\.0: whoever reaches the port directly can claim any address\./,
  }),
  'a demo where others come': () => ({
    settings: { ...open, DEMO: '1' },
    severity: 'warning',
    says: /^DEMO is 1, and others can reach this server: .* Set DEMO=0/,
  }),
  'no mail server where others come': () => ({
    settings: open,
    severity: 'warning',
    says: /^SMTP_URL is not set: no mail leaves/,
  }),
  'a mail server that is away': () => ({
    settings: { SMTP_URL: `smtp://user:hidden@127.0.0.1:${free}` },
    says: /^The mail server of SMTP_URL at 127\.0\.0\.1:\d+ cannot be used: nothing listens there\. Mails wait until it can\.$/,
  }),
  'a NATS that is away': () => ({
    settings: { NATS_URL: `nats://hidden@127.0.0.1:${free}` },
    says: /^The NATS of NATS_URL at 127\.0\.0\.1:\d+ cannot be used: nothing listens there\./,
  }),
  'a file for a secret that is not there': () => ({
    settings: { SMTP_URL_FILE: 'smtp' },
    says: /^SMTP_URL_FILE names .*smtp, which cannot be read \(ENOENT\)\.$/,
  }),
  'a secret that everybody can read': () => ({
    settings: { SMTP_URL_FILE: 'smtp' },
    breakIt: () => put('smtp', `smtp://127.0.0.1:${free}`, 0o644),
    severity: 'warning',
    says: /smtp, which SMTP_URL_FILE names, can be read by every user of this machine\. Close it: chmod o-r/,
  }),
  'a DATA_DIR that is a file': () => ({
    breakIt: () => put('data', ''),
    says: /^DATA_DIR is .*\/data, which is a file\. Name a folder\.$/,
  }),
  'a BACKUP_DIR that is a file': () => ({
    settings: { BACKUP_DIR: 'backups' },
    breakIt: () => put('backups', ''),
    says: /^BACKUP_DIR .*\/backups takes no backups: .*\/backups is a file\. Name a folder that this user may write to\.$/,
  }),
  'a BACKUP_DIR below a file': () => ({
    settings: { BACKUP_DIR: 'other/backups' },
    breakIt: () => put('other', ''),
    says: /^BACKUP_DIR .*\/other\/backups takes no backups: .*\/other is a file\./,
  }),
  'a database of another PostgreSQL': () => ({
    breakIt: () => put('data/postgres/cluster/PG_VERSION', '16\n'),
    says: /was made by PostgreSQL 16, and this Multiball has PostgreSQL \d+\. Write a backup/,
  }),
  'a database in pieces': () => ({
    breakIt: () => put('data/postgres/cluster/other', ''),
    says: /^The folder .*cluster is damaged: it is no database of PostgreSQL\. Put a backup in its place/,
  }),
  'a database without its password': () => ({
    breakIt: () => put('data/postgres/cluster/PG_VERSION', '18\n'),
    says: /postgres-password is gone, and without it the database beside it cannot be opened\./,
  }),
  'a lock that a killed server left': () => ({
    breakIt: () => put('data/multiball.lock', '{"pid":4194304,"began":"1","role":"server"}'),
    severity: 'warning',
    says: /multiball\.lock was left by a process that is gone/,
  }),
  'root with a DATA_DIR in a private folder': () => ({
    breakIt: () => mkdir(path.join(folder, 'data')).then(() => chmod(folder, 0o700)),
    other: { uid: 0 },
    severity: 'warning',
    says: /^Root starts Multiball with DATA_DIR below .*, which is closed to others: the database goes to \/var\/lib\/multiball instead/,
  }),
  'a PostgreSQL that is away': () => ({
    settings: { DATABASE_URL: `postgres://user:hidden@127.0.0.1:${free}/multiball` },
    says: /^The PostgreSQL of DATABASE_URL at 127\.0\.0\.1:\d+ cannot be used: nothing listens there\.$/,
  }),
  'a PostgreSQL that does not know the user': () => {
    const url = new URL(database.url)
    url.password = 'hidden'
    return {
      settings: { DATABASE_URL: url.href },
      says: /cannot be used: it does not know this user with this password\.$/,
    }
  },
  'a PostgreSQL without the database': () => {
    const url = new URL(database.url)
    url.pathname = '/nowhere'
    return { settings: { DATABASE_URL: url.href }, says: /cannot be used: it has no such database\.$/ }
  },
  'a PostgreSQL that is read-only': () => {
    const url = new URL(database.url)
    url.searchParams.set('options', '-c default_transaction_read_only=on')
    return {
      settings: { DATABASE_URL: url.href },
      says: /^The PostgreSQL of DATABASE_URL is read-only: its default_transaction_read_only is on\. Switch it off/,
    }
  },
  'more connections than PostgreSQL allows': () => ({
    settings: { DATABASE_URL: database.url, DATABASE_CONNECTIONS: '500' },
    says: /^DATABASE_CONNECTIONS is 500, but the PostgreSQL of DATABASE_URL allows only \d+\. Lower it, or raise max_connections\.$/,
  }),
  'a PostgreSQL whose clock is another': () => ({
    settings: { DATABASE_URL: database.url },
    other: { nowMs },
    says: /^The clocks of this machine and of the database are \d+ s apart\./,
  }),
  'pages that are gone': () => ({
    breakIt: () => put('deploy/registry.json', registry('1.0.0-aa')),
    says: /^shell 1\.0\.0-aa should run, but .* is gone\. Put it back from the release or a backup\.$/,
  }),
  'pages that somebody changed': () => ({
    breakIt: () =>
      put('deploy/registry.json', registry('1.0.0-aa'))
        .then(() => put('deploy/r/shell/1.0.0-aa/files.json', '{"main.js":"sha384-other"}'))
        .then(() => put('deploy/r/shell/1.0.0-aa/main.js', 'changed')),
    says: /^shell 1\.0\.0-aa is not what was published: main\.js in .*\. Put it back/,
  }),
  'a remote of another time': () => ({
    breakIt: () =>
      put('deploy/registry.json', registry('1.0.0-aa', taps({ requires: { shared: '^3.0.0', react: '^19.0.0' } }))),
    says: /^mf-taps 1\.0\.0 requires shared \^3\.0\.0, and the dashboard has 4\.5\.0: .* switch it off: npm run remotes -- disable mf-taps$/,
  }),
  'a dashboard of another time': () => ({
    breakIt: () => put('deploy/registry.json', registry('1.0.0-aa', {}, '3.9.0')),
    says: /^The dashboard is made for shared 3\.9\.0 and this server for 4\.\d+\.\d+: .* Publish the pages of this release, or start the server of theirs\.$/,
  }),
  'a section to hide that there is not': () => ({
    settings: { DISABLED_SECTIONS: 'Taps, Tap lists' },
    breakIt: () =>
      put('deploy/registry.json', registry('1.0.0-aa', taps({ routes: [{ path: '/taps/*', expose: './routes' }] }))),
    says: /^DISABLED_SECTIONS names Tap lists, which the dashboard does not have\. It has taps\.$/,
  }),
  'a registry that cannot be read': () => ({
    breakIt: () => put('deploy/registry.json', '{"rev":'),
    says: /registry\.json cannot be read .* Put the newest of .*revs in its place\.$/,
  }),
}

const healthy = (): Installation => ({
  environment: { PORT: '0', DATA_DIR: 'data', DEPLOY_DIR: 'deploy' },
  folder,
  nodeVersion: 'v24.9.0',
  uid,
  nowMs,
})

/** The PostgreSQL of the system asks for no password in tests. */
const passwordCase = 'a PostgreSQL that does not know the user'
const tried = Object.keys(installations).filter(
  (name) => name !== passwordCase || process.env.TEST_POSTGRES !== 'system',
)

test.each(tried)('INS-03 says of %s what it is and what to do, and no secret', async (name) => {
  const { settings = {}, breakIt, other, says, severity = 'broken' } = installations[name]!()
  await breakIt?.()
  const installation = healthy()
  const findings = await examine({
    ...installation,
    ...other,
    environment: { ...installation.environment, ...settings },
  })
  expect(findings).toContainEqual({ severity, sentence: expect.stringMatching(says) as string })
  expect(JSON.stringify(findings)).not.toContain('hidden')
})

test('INS-03 finds nothing wrong where nothing is', async () => {
  const mails = await startMailServer()
  try {
    const installation = healthy()
    const findings = await examine({
      ...installation,
      nowMs: Date.now(),
      environment: { ...installation.environment, DATABASE_URL: database.url, SMTP_URL: mails.url },
    })
    // The tests' PostgreSQL is a hasty one, and its role may be the administrator; nothing was started yet.
    expect(
      findings.filter(({ sentence }) => !/has fsync.* switched off|is a superuser|No pages are in/.test(sentence)),
    ).toEqual([])
    expect(summaryOf([])).toBe('All is well.')
  } finally {
    await mails.close()
  }
})

test('INS-03 a server that runs on an external PostgreSQL has its port for itself', async () => {
  const config = {
    apiHost: '',
    scoresHost: '',
    links: {},
    disabledSections: [],
    cookieDomains: [],
    winnerMachineTitle: null,
    branding: '',
    remoteOrigins: [],
  }
  const server = http.createServer((request, response) =>
    response.end(request.url === '/config.json' ? JSON.stringify(config) : ''),
  )
  const installation = healthy()
  const settings = {
    DATABASE_URL: database.url,
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://boards.example.com',
    PORT: String(
      await new Promise((resolve) => server.listen(0, () => resolve((server.address() as net.AddressInfo).port))),
    ),
  }
  try {
    const said = async (changes: object) =>
      JSON.stringify(
        await examine({ ...installation, environment: { ...installation.environment, ...settings, ...changes } }),
      )
    expect(await said({})).not.toContain('is in use')
    // On a database of its own, it would be another one.
    expect(await said({ DATABASE_URL: '' })).toContain('is in use by another program')
  } finally {
    server.close()
    server.closeAllConnections()
  }
})

test('INS-03 says that the database was used by a newer version', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', '2030-01-01')`.execute(database.db)
  try {
    const { environment, ...rest } = healthy()
    const findings = await examine({ ...rest, environment: { ...environment, DATABASE_URL: database.url } })
    expect(findings).toContainEqual({
      severity: 'broken',
      sentence: expect.stringMatching(
        /^The database was used by a newer Multiball \(9999_later\)\. Start that one/,
      ) as string,
    })
  } finally {
    await sql`delete from kysely_migration where name = '9999_later'`.execute(database.db)
  }
})

const answering = {
  settings: { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on', server_version_num: '170002' },
  all: 100,
  reserved: 3,
  super: false,
  makes: true,
  now: new Date(nowMs),
  applied: [],
}

test.each([
  [
    'is too old',
    { settings: { ...answering.settings, server_version_num: '140005' } },
    'broken',
    /is version 14: Multiball needs 15 or newer\.$/,
  ],
  [
    'would lose scores',
    { settings: { ...answering.settings, fsync: 'off' } },
    'broken',
    /has fsync switched off: a power cut would lose scores\./,
  ],
  [
    'is a standby',
    { settings: { ...answering.settings, in_hot_standby: 'on', transaction_read_only: 'on' } },
    'broken',
    /is a standby, which takes no writes\. Name its primary in DATABASE_URL/,
  ],
  ['lets in a superuser', { super: true }, 'warning', /^The role of DATABASE_URL is a superuser/],
  ['lets nobody make tables', { makes: false }, 'broken', /^The role of DATABASE_URL may not make tables\./],
] as const)('INS-03 says of a PostgreSQL that it %s', (_what, change, severity, says) => {
  expect(databaseFindings(answering, 10, nowMs)).toEqual([])
  expect(databaseFindings({ ...answering, ...change }, 10, nowMs)).toEqual([
    { severity, sentence: expect.stringMatching(says) as string },
  ])
})

test('INS-03 says how much of a disk is left before it is full, and when it is', () => {
  expect(disk('/data', 5e9, 500e6)).toEqual([])
  expect(disk('/data', 6e8, 500e6)).toEqual([
    { severity: 'warning', sentence: 'The disk of DATA_DIR /data has 600 MB left. Make room before it is full.' },
  ])
  expect(disk('/data', 4e8, 500e6)).toEqual([
    {
      severity: 'broken',
      sentence: 'The disk of DATA_DIR /data has 400 MB left, less than DISK_RESERVE_MB: no new game begins. Make room.',
    },
  ])
})

/** Whether a user without rights could run the command: root's folders are often closed. */
const other = 65_534
const command = path.join(__dirname, 'doctor.cli.ts')
const canRunAsOther =
  uid === 0 && spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', command], { uid: other, gid: other }).status === 0

;(canRunAsOther ? test : test.skip)('INS-03 npm run doctor ends with 1 and says whose a DATA_DIR is', async () => {
  await mkdir(path.join(folder, 'data'), { mode: 0o700 })
  const child = spawn(process.execPath, ['--import', 'tsx', command], {
    cwd: path.resolve(__dirname, '../../..'),
    uid: other,
    gid: other,
    env: {
      PATH: process.env.PATH,
      PORT: String(free),
      DATA_DIR: path.join(folder, 'data'),
      DEPLOY_DIR: path.join(folder, 'deploy'),
    },
  })
  const [output, code] = await Promise.all([text(child.stdout), new Promise((resolve) => child.on('close', resolve))])
  expect(output).toMatch(
    /^✗ DATA_DIR .*\/data belongs to user 0, and this is user 65534, who may not write there\. Start as that user, or give it away: chown -R 65534 /m,
  )
  expect(output).toMatch(/1 thing is wrong\.$/m)
  expect(code).toBe(1)
})
