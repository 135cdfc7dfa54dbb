import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { programOf } from './testing/programs'

/*
 * A real disk that runs full under a real server: a small tmpfs that only the server's processes see, so that nothing is
 * left behind however this test ends. It needs root on Linux; where that is not given the test is skipped.
 */

const canMount = (): boolean => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', tmpdir()], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const onSmallDisk = canMount() ? test : test.skip

const patienceMs = 180_000
const root = path.resolve(__dirname, '../..')
const diskMiB = 160
/** No request takes longer, however full the disk is. */
const answerWithinMs = 30_000

let folder: string
let child: ChildProcess | undefined
let output = ''
afterAll(async () => {
  // Killed at once it would leave its database behind; that stops with room only.
  if (child?.pid) await rm(`/proc/${child.pid}/root${folder}/disk/filler`, { force: true }).catch(() => {})
  await stopped(child)
  if (folder) await rm(folder, { recursive: true, force: true })
}, patienceMs)

async function start(): Promise<{ address: string; disk: string }> {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-disk-'))
  await chmod(folder, 0o755)
  const script = `disk="$1/disk"; shift; mkdir "$disk" && mount -t tmpfs -o size=${diskMiB}m,mode=755 none "$disk" && exec "$@"`
  const started = spawn(
    'unshare',
    ['-m', 'sh', '-c', script, 'sh', folder, process.execPath, ...programOf('server/src/main.ts')],
    {
      cwd: root,
      // The whole disk is smaller than the reserve that a server keeps otherwise, below which no game would begin.
      env: {
        DISK_RESERVE_MB: '1',
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: path.join(folder, 'disk/data'),
        DEPLOY_DIR: path.join(folder, 'deploy'),
        DEMO: '0',
        LOG_LEVEL: 'silent',
      },
    },
  )
  child = started
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  const address = await until(() => /ready: (http:\S+)/.exec(output)?.[1], 'the server is ready')
  return { address, disk: `/proc/${started.pid}/root${folder}/disk` }
}

async function stopped(server: ChildProcess | undefined) {
  if (!server || server.exitCode !== null) return
  const closed = new Promise((resolve) => server.once('close', resolve))
  server.kill('SIGTERM')
  await closed
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100))

/** Resolves with what `look` finds, once it does. */
async function until<Found>(
  look: () => Promise<Found | undefined | false> | Found | undefined | false,
  what: string,
): Promise<Found> {
  const end = performance.now() + patienceMs / 3
  for (;;) {
    const found = await look()
    if (found) return found
    if (child?.exitCode !== null) throw new Error(`The server has ended before ${what}: ${output}`)
    if (performance.now() > end) throw new Error(`Not yet: ${what}. ${output}`)
    await pause()
  }
}

/** Machines with their keys, made as an owner makes them. */
async function setUp(address: string, count: number) {
  const ask = async <Answer>(method: string, url: string, body?: object, token?: string) => {
    const headers = {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Token ${token}` }),
    }
    return (
      await fetch(`${address}${url}`, { method, headers, body: body && JSON.stringify(body) })
    ).json() as Promise<Answer>
  }
  const account = {
    username: 'ann',
    password: 'Sup3r!secret',
    first_name: 'Ann',
    last_name: 'Bell',
    email: 'ann@example.com',
  }
  await ask('POST', '/api/account/register/', account)
  const { token } = await ask<{ token: string }>('POST', '/api/auth/', account)
  const venue = await ask<{ id: number }>('POST', '/api/venue/', { name: 'Small Disk' }, token)
  const titles = await ask<{ results: { id: number }[] }>('GET', '/api/machines/?limit=1')
  const machines = []
  for (let at = 0; at < count; at += 1) {
    const { id } = await ask<{ id: number }>(
      'POST',
      '/api/venuemachine/',
      { venue: venue.id, machine: titles.results[0]!.id },
      token,
    )
    const { key } = await ask<{ key: string }>('POST', `/api/venuemachine/${id}/device_key/`, undefined, token)
    machines.push({ id, key })
  }
  const games = async (machine: number) =>
    (
      await ask<{ results: { scores: { score: number }[] }[] }>(
        'GET',
        `/api/venuemachine/${machine}/games/?limit=5000`,
        undefined,
        token,
      )
    ).results
  return { machines, games }
}

/** A machine that plays one-entry games without a pause, each with a score of its own. */
class Player {
  readonly sent: number[] = []
  readonly acknowledged: number[] = []
  readonly statuses: number[] = []
  slowestMs = 0
  private isOver = false
  private readonly playing: Promise<void>

  constructor(
    private readonly address: string,
    readonly machine: number,
    private readonly key: string,
  ) {
    this.playing = this.play()
  }

  stop(): Promise<void> {
    this.isOver = true
    return this.playing
  }

  private async play() {
    while (!this.isOver) {
      const score = this.sent.length + 1
      this.sent.push(score)
      const startedMs = performance.now()
      const status = await this.post(score)
      this.slowestMs = Math.max(this.slowestMs, performance.now() - startedMs)
      this.statuses.push(status)
      if (status === 200) this.acknowledged.push(score)
      // A client that is refused waits a little.
      else await pause()
    }
  }

  /** 0 where there was no answer at all */
  private post = (score: number): Promise<number> =>
    fetch(`${this.address}/api/entry/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Token ${this.key}` },
      body: JSON.stringify({
        session_uuid: randomUUID(),
        session_sequence: 1,
        active: false,
        current_p1_score: score,
        game_modes: `NA:${'x'.repeat(180)}`,
      }),
      signal: AbortSignal.timeout(answerWithinMs * 2),
    }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => 0,
    )
}

/** Takes what is left of the disk, to the last block. */
async function fill(disk: string) {
  const file = await open(path.join(disk, 'filler'), 'a')
  try {
    for (const size of [1_048_576, 4_096, 1]) {
      const block = Buffer.alloc(size)
      while (
        await file.write(block).then(
          () => true,
          () => false,
        )
      );
    }
  } finally {
    await file.close()
  }
}

/** Makes the database ask for another file of its log, as it does by itself after 16 MB. */
async function nextLogFile(disk: string) {
  const password = (await readFile(path.join(disk, 'data/postgres-password'), 'utf8')).trim()
  const cluster = path.join(disk, 'data/postgres/cluster')
  const port = Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3])
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'multiball', password, database: 'multiball' })
  client.on('error', () => {})
  // Where a game asked for it before, it has panicked already, and takes nobody.
  if (
    !(await client.connect().then(
      () => true,
      () => false,
    ))
  )
    return
  // It panics in the middle of this, so that there is no answer.
  for (let at = 0; at < 8; at += 1)
    if (
      await client.query('select pg_switch_wal()').then(
        () => false,
        () => true,
      )
    )
      break
  await client.end().catch(() => {})
}

const newest = (players: readonly Player[], count: number) => players.map(({ statuses }) => statuses.slice(-count))

onSmallDisk(
  'the disk runs full: 503 and no acknowledgement, nothing hangs, and once there is room it goes on by itself with nothing lost',
  async () => {
    const { address, disk } = await start()
    expect(existsSync(path.join(disk, 'data'))).toBe(true)
    const { machines, games } = await setUp(address, 4)
    const players = machines.map(({ id, key }) => new Player(address, id, key))
    try {
      await until(() => players.every(({ acknowledged }) => acknowledged.length > 5), 'games are taken')

      // Tables cannot grow.
      await fill(disk)
      await until(() => players.every(({ statuses }) => statuses.includes(503)), 'posts are refused')
      expect((await fetch(`${address}/healthz`)).status).toBe(200)

      // Nor can the database's own log, without which it stops.
      await nextLogFile(disk)
      await until(
        () => newest(players, 5).every((statuses) => statuses.every((status) => status !== 200)),
        'nothing is acknowledged any more',
      )
      const before = players.map(({ acknowledged }) => acknowledged.length)
      const asked = players.map(({ statuses }) => statuses.length)
      await until(() => players.every(({ statuses }, at) => statuses.length >= asked[at]! + 3), 'everybody is answered')
      expect(players.map(({ acknowledged }) => acknowledged.length)).toEqual(before)
      expect((await fetch(`${address}/healthz`)).status).toBe(200)

      await rm(path.join(disk, 'filler'))
      await until(
        () => newest(players, 5).every((statuses) => statuses.every((status) => status === 200)),
        'games are taken again',
      )
    } finally {
      await Promise.all(players.map((player) => player.stop()))
    }

    for (const { machine, sent, acknowledged, statuses, slowestMs } of players) {
      expect([...new Set(statuses)].sort()).toEqual([200, 503])
      expect(slowestMs).toBeLessThan(answerWithinMs)
      const stored = (await games(machine)).map(({ scores }) => scores[0]!.score)
      // Lost, twice, invented.
      expect(acknowledged.filter((score) => !stored.includes(score))).toEqual([])
      expect(stored.filter((score, at) => stored.indexOf(score) !== at)).toEqual([])
      expect(stored.filter((score) => !sent.includes(score))).toEqual([])
    }
  },
  patienceMs,
)
