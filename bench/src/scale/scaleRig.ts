import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort, startProduct, type Product } from '@multiball/e2e/product'
import pg from 'pg'
import { connect } from '../../../server/src/ground/database/pool'
import { hashOf } from '../../../server/src/ground/http/actors'
import { makeScoreboard, makeVenue, makeVenueMachine } from '../../../server/src/testing/makers'
import { databaseUrl, type PostgresServer } from '../../../server/src/testing/postgres'
import { startSystemPostgres } from '../../../server/src/testing/system/postgres'
import { runFile } from '../rig'
import type { Order, Outcome } from './load'

/* What operators of several servers have: Debian's PostgreSQL, nats-server and nginx, and servers between them. */

const root = path.resolve(import.meta.dirname, '../../..')

/** Runs at the end, the last one first. */
export class Endings {
  private readonly all: (() => unknown)[] = []
  add(end: () => unknown): void {
    this.all.unshift(end)
  }
  async run(): Promise<void> {
    for (const end of this.all.splice(0)) await end()
  }
}

/** A folder of its own that other users, such as PostgreSQL's and nginx's, may enter. */
function newFolder(endings: Endings): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-scale-'))
  chmodSync(folder, 0o755)
  endings.add(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const isOver = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (isOver(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export interface Postgres extends Pick<PostgresServer, 'url'> {
  /** of a new database whose owner is no superuser */
  database: string
  /** until it is restarted */
  pid: number
  /** Ends it as a crash would, and starts it again. */
  restart(): Promise<void>
  /** Statements since the start, without those of whoever asks and without transactions' beginnings and ends. */
  statements(): Promise<number>
}

/** Debian's PostgreSQL with its own settings, and pg_stat_statements. */
export async function startPostgres(endings: Endings): Promise<Postgres> {
  const system = await startSystemPostgres(newFolder(endings), { shared_preload_libraries: 'pg_stat_statements' })
  endings.add(() => system.close())
  const ask = async (address: string, ...texts: string[]) => {
    const client = new pg.Client(address)
    await client.connect()
    let rows: Record<string, unknown>[] = []
    for (const text of texts) ({ rows } = await client.query<Record<string, unknown>>(text))
    await client.end()
    return rows
  }
  await ask(
    system.url,
    "create role multiball login password 'bench'",
    'create database multiball owner multiball',
    'create extension pg_stat_statements',
  )
  const own = new URL(databaseUrl(system.url, 'multiball'))
  own.username = 'multiball'
  own.password = 'bench'
  const counted = `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements s join pg_roles r on r.oid = s.userid
    where r.rolname = 'multiball' and s.query !~* '^(begin|commit|rollback|set|listen)'`
  return {
    url: system.url,
    database: own.href,
    pid: system.pid,
    restart: system.restart,
    statements: async () => Number((await ask(system.url, counted))[0]!.calls),
  }
}

export interface Nats {
  url: string
  pid(): number
  start(): Promise<void>
  kill(): Promise<void>
}

export async function startNats(endings: Endings): Promise<Nats> {
  const port = await freePort()
  let child: ChildProcess
  const start = async () => {
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] })
    let printed = ''
    child.stderr!.on('data', (text: Buffer) => (printed = (printed + text.toString()).slice(-5_000)))
    while (!printed.includes('Server is ready')) {
      if (isOver(child)) throw new Error(`nats-server ended: ${printed}`)
      await wait(20)
    }
  }
  await start()
  endings.add(() => end(child, 'SIGTERM'))
  return { url: `nats://127.0.0.1:${port}`, pid: () => child.pid!, start, kill: () => end(child, 'SIGKILL') }
}

/**
 * The blocks of docs/nginx.md about several servers, with these ports for the servers, and as if nginx had a certificate: posts over http
 * are looked at more closely.
 */
function documentedBlocks(ports: readonly number[]) {
  const documented = readFileSync(path.join(root, 'docs/nginx.md'), 'utf8').split('## Several servers')[1]!
  const [upstreams, locations] = [...documented.matchAll(/```nginx\n(.*?)```/gs)].map(([, text]) => text!)
  const servers = ports.map((port) => `  server 127.0.0.1:${port};\n`).join('')
  return {
    upstreams: upstreams!.replace(/(?: +server 127\.0\.0\.1:\d+;\n)+/g, servers),
    locations: locations!.replaceAll('$scheme', 'https'),
  }
}

/**
 * nginx in front of servers on these ports, as docs/nginx.md has it; pages come from the servers. It has two processes, between which
 * the kernel shares viewers out: each viewer takes two open files, and a process may often have no more than 20,000.
 */
export async function startNginx(endings: Endings, ports: readonly number[]): Promise<{ port: number; pid: number }> {
  const folder = newFolder(endings)
  mkdirSync(path.join(folder, 'logs'))
  const port = await freePort()
  const { upstreams, locations } = documentedBlocks(ports)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path "${folder}/${name}";`)
    .join('\n')
  const passed =
    'proxy_http_version 1.1;\nproxy_set_header Host $host;\nproxy_set_header X-Forwarded-For $remote_addr;\nproxy_set_header X-Forwarded-Proto https;'
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `pid "${folder}/nginx.pid";
error_log "${folder}/logs/error.log";
worker_processes 2;
events { worker_connections 60000; }
http {
${paths}
access_log off;
keepalive_requests 1000000;
${upstreams}
server {
listen 127.0.0.1:${port} reuseport backlog=4096;
${locations}
location ~ ^/(?:[a-z]+/[0-9]+/)?scores/websocket/?$ { proxy_pass http://everybody; ${passed} proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade; proxy_read_timeout 1h; }
location / { proxy_pass http://everybody; ${passed} proxy_set_header Connection ""; }
}
}
`,
  )
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', file, '-g', 'daemon off;'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  endings.add(() => end(child, 'SIGTERM'))
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))) {
    if (isOver(child))
      throw new Error(
        `nginx ended with ${child.exitCode}: ${readFileSync(path.join(folder, 'logs/error.log'), 'utf8')}`,
      )
    await wait(50)
  }
  return { port, pid: child.pid! }
}

export const portOf = ({ url }: Pick<Product, 'url'>): number => Number(new URL(url).port)

/** Servers on this database, started one after the other. */
export async function startInstances(
  endings: Endings,
  count: number,
  settings: Record<string, string>,
  main?: string,
): Promise<Product[]> {
  const instances: Product[] = []
  for (let made = 0; made < count; made += 1) {
    // Somebody has to be behind nginx's addresses; the crowd's many addresses are those it passes on.
    const instance = await startProduct(
      { TRUST_PROXY: '1', PUBLIC_URL: 'http://localhost:3000', LOG_LEVEL: 'error', ...settings },
      main,
    )
    endings.add(() => instance.stop())
    instances.push(instance)
  }
  return instances
}

export interface Hall {
  owner: number
  /** of each machine */
  machines: { id: number; key: string }[]
  /** scoreboards, each of one machine, in turn */
  boards: number[]
}

/** Machines and boards of one owner in the database of a server that has started. */
export async function makeHall(database: string, machines: number, boards: number): Promise<Hall> {
  const db = connect({ connectionString: database, max: 4 })
  try {
    const { id: owner } = await db
      .insertInto('users')
      .values({
        username: `hall-${crypto.randomUUID()}`,
        email: `${crypto.randomUUID()}@example.org`,
        password_hash: '-',
        first_name: 'Pat',
        last_name: 'Lawlor',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const venueId = await makeVenue(db, owner)
    const made: Hall = { owner, machines: [], boards: [] }
    for (let at = 0; at < machines; at += 1) {
      const id = await makeVenueMachine(db, owner, { venueId })
      const key = crypto.randomUUID()
      await db
        .insertInto('device_keys')
        .values({ hash: hashOf(key), venue_machine_id: id })
        .execute()
      made.machines.push({ id, key })
    }
    for (let at = 0; at < boards; at += 1)
      made.boards.push((await makeScoreboard(db, owner, { venueMachineIds: [made.machines[at % machines]!.id] })).id)
    return made
  } finally {
    await db.destroy()
  }
}

/** What processes used during some work, by name: CPU seconds. `processes` read what each has used so far. */
export async function cpuOf<Name extends string, Result>(
  processes: Record<Name, () => number>,
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: Record<Name, number> }> {
  const names = Object.keys(processes) as Name[]
  const read = () => names.map((name) => processes[name]())
  const before = read()
  const result = await work()
  const after = read()
  return {
    result,
    seconds: Object.fromEntries(names.map((name, at) => [name, after[at]! - before[at]!])) as Record<Name, number>,
  }
}

/** Machines and viewers, in a process of their own. */
export async function startLoad(endings: Endings) {
  const child = runFile('bench/src/scale/load.ts', [])
  endings.add(async () => {
    if (!isOver(child)) child.disconnect()
  })
  await once(child, 'message')
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('The load has ended')))
  // In order, unless somebody waits for it.
  ended.catch(() => {})
  const order = async (message: Order): Promise<unknown> => {
    const answered = Promise.race([once(child, 'message'), ended])
    child.send(message)
    return ((await answered) as unknown[])[0]
  }
  return {
    pid: child.pid!,
    watch: (orders: Omit<Extract<Order, { type: 'watch' }>, 'type'>) => order({ type: 'watch', ...orders }),
    post: (orders: Omit<Extract<Order, { type: 'post' }>, 'type'>) =>
      order({ type: 'post', ...orders }) as Promise<Outcome>,
  }
}
