import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Orders as DeviceOrders } from '../faults/devices'
import { isClean, judge, readJournal, readStored, wrong, type Verdict } from '../faults/faults.bench'
import { runFile } from '../rig'
import type { Row } from '../table'
import type { Orders as CrowdOrders, Seen } from './crowd'
import { Endings, makeHall, portOf, startInstances, startNats, startNginx, startPostgres, type Hall } from './scaleRig'

const instances = 3
const machines = 50
const viewers = Number(process.env.VIEWERS ?? 1_000)
/** between two posts of a machine */
const everyMs = Number(process.env.EVERY_MS ?? 500)
/** between two faults, at least; at most twice as much */
const quietMs = 25_000
/** how long what was killed stays down */
const downMs = 3_000
/** Viewers come back within two minutes of their last loss; a server that starts takes its time. */
const patienceMs = 180_000

type Fault = 'instance' | 'NATS' | 'PostgreSQL'

/** Numbers from 0 to 1, the same ones for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Machines that play and viewers that watch. */
interface Scene {
  url: string
  database: string
  hall: Hall
  /** between two posts of a machine, ms */
  everyMs: number
  viewers: number
  /** how many times shorter viewers' waits are */
  speed?: number
  /** viewers draw no waits of their own: broken on purpose */
  isTogether?: boolean
}

/** What machines and viewers have to say in the end. */
export interface Witnessed {
  verdict: Verdict
  games: number
  backwards: number
  /** viewers that are live at the end, and those that show the newest game of their machine */
  live: number
  current: number
  viewers: number
  seen: readonly Seen[]
}

interface Run extends Pick<Scene, 'everyMs' | 'viewers' | 'speed' | 'isTogether'> {
  seconds: number
  seed: number
  /** in this order instead of a random one */
  faults?: readonly Fault[]
  broken?: string
}

interface Outcome extends Witnessed {
  faults: Record<Fault, number>
  back: Return
}

interface Kill {
  /** ms since 1970, as of what comes after */
  at: number
  /** when the next fault came */
  until: number
}

interface Return {
  /** the most that were live again in one second: a share of those of one kill */
  share: number
  /** the fewest viewers that lost their socket by one kill; Infinity if none did */
  fewest: number
  /** from a kill until the last of its viewers knew: ms. Viewers of a crowd that is busy know late */
  latest: number
}

/** How the viewers of each killed server came back: those that lost their socket from then until the next fault. */
export function returnOf(seen: readonly Pick<Seen, 'losses'>[], kills: readonly Kill[]): Return {
  const losses = seen.flatMap((one) => one.losses)
  const cutOff = kills
    .map(({ at, until }) => ({ at, group: losses.filter(({ lostAt }) => lostAt >= at && lostAt < until) }))
    .filter(({ group }) => group.length > 0)
  const shares = cutOff.map(({ group }) => {
    const seconds = new Map<number, number>()
    for (const { backAt } of group)
      seconds.set(Math.floor(backAt / 1_000), (seconds.get(Math.floor(backAt / 1_000)) ?? 0) + 1)
    return Math.max(...seconds.values()) / group.length
  })
  return {
    share: Math.max(0, ...shares),
    fewest: Math.min(Infinity, ...cutOff.map(({ group }) => group.length)),
    latest: Math.max(0, ...cutOff.flatMap(({ at, group }) => group.map(({ lostAt }) => lostAt - at))),
  }
}

/** Has machines play and viewers watch while something happens, and asks them afterwards, once all viewers are live or have had their time. */
export async function witness(
  endings: Endings,
  { url, database, hall, everyMs, viewers: count, ...crowdly }: Scene,
  happen: () => Promise<void>,
): Promise<Witnessed> {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-scale-faults-'))
  endings.add(() => rmSync(folder, { recursive: true, force: true }))
  const crowd = runFile('bench/src/scale/crowd.ts', [])
  endings.add(() => crowd.disconnect())
  await once(crowd, 'message')
  const tell = async () => {
    const told = once(crowd, 'message') as Promise<[Seen[]]>
    crowd.send('tell')
    return (await told)[0]
  }
  const settle = async (isSo: (seen: readonly Seen[]) => boolean) => {
    for (const until = Date.now() + patienceMs / (crowdly.speed ?? 1) + 15_000; ; await wait(500)) {
      const seen = await tell()
      if (isSo(seen) || Date.now() > until) return seen
    }
  }
  const areLive = (seen: readonly Seen[]) => seen.every(({ isLive }) => isLive)
  crowd.send({ url, boards: hall.boards, viewers: count, speed: 1, ...crowdly } satisfies CrowdOrders)
  await settle(areLive)

  const devices = runFile('bench/src/faults/devices.ts', [])
  endings.add(() => devices.disconnect())
  await once(devices, 'message')
  devices.send({
    url,
    folder,
    machines: hall.machines.map(({ id, key }) => ({ id, key, session: '' })),
    everyMs,
  } satisfies DeviceOrders)
  await happen()
  devices.send('stop')
  await once(devices, 'message')

  // The file of a machine has its place in the hall.
  const files = readdirSync(folder).map((file) => ({
    board: hall.boards[Number.parseInt(file, 10)]!,
    text: readFileSync(path.join(folder, file), 'utf8'),
  }))
  const journal = readJournal(files.map(({ text }) => text))
  const last = new Map(files.map(({ board, text }) => [board, Math.max(...readJournal([text]).acknowledged)]))
  const isCurrent = ({ board, score }: Seen) => score === last.get(board)
  const seen = await settle((all) => areLive(all) && all.every(isCurrent))
  return {
    verdict: judge(journal, await readStored(database)),
    games: journal.acknowledged.size,
    backwards: seen.reduce((sum, one) => sum + one.backwards, 0),
    live: seen.filter(({ isLive }) => isLive).length,
    current: seen.filter(isCurrent).length,
    viewers: count,
    seen,
  }
}

/** What has to hold whatever happened. */
export const rowsOfWitnessed = (
  { verdict, games, backwards, live, current, viewers: count }: Witnessed,
  what: string,
): Row[] => [
  {
    what: `${games} acknowledged games of ${machines} machines, ${what}`,
    ours: wrong(verdict),
    target: 'nothing',
    holds: isClean(verdict),
  },
  { what: 'states that went backwards', ours: String(backwards), target: '0', holds: backwards === 0 },
  {
    what: 'viewers that are live again by themselves',
    ours: `${live} of ${count}`,
    target: 'all',
    holds: live === count,
  },
  {
    what: 'viewers that show the newest game in the end',
    ours: `${current} of ${count}`,
    target: 'all',
    holds: current === count,
  },
]

async function play(run: Run): Promise<Outcome> {
  const endings = new Endings()
  try {
    const random = randomOf(run.seed)
    const postgres = await startPostgres(endings)
    const nats = await startNats(endings)
    const settings = { DATABASE_URL: postgres.database, NATS_URL: nats.url, ...(run.broken && { BROKEN: run.broken }) }
    const servers = await startInstances(endings, instances, settings, run.broken && 'bench/src/scale/brokenServer.ts')
    const nginx = await startNginx(endings, servers.map(portOf))
    const hall = await makeHall(postgres.database, machines, machines)

    const faults: Outcome['faults'] = { instance: 0, NATS: 0, PostgreSQL: 0 }
    const kills: Kill[] = []
    const given = [...(run.faults ?? [])]
    const draw = (): Fault => {
      const drawn = random()
      return drawn < 0.6 ? 'instance' : drawn < 0.8 ? 'NATS' : 'PostgreSQL'
    }
    const strike = async (fault: Fault) => {
      faults[fault] += 1
      console.log(`  ${new Date().toISOString().slice(11, 19)} ${fault}`)
      const at = Date.now()
      const before = kills.at(-1)
      if (before) before.until = Math.min(before.until, at)
      if (fault === 'PostgreSQL') return postgres.restart()
      const victim = fault === 'NATS' ? nats : servers[Math.floor(random() * instances)]!
      if (fault === 'instance') kills.push({ at, until: Infinity })
      await victim.kill()
      await wait(downMs)
      await victim.start()
    }
    const witnessed = await witness(
      endings,
      { url: `http://127.0.0.1:${nginx.port}`, database: postgres.database, hall, ...run },
      async () => {
        const until = performance.now() + run.seconds * 1_000
        for (;;) {
          const pauseMs = run.faults ? 5_000 : quietMs * (1 + random())
          if ((run.faults && given.length === 0) || performance.now() + pauseMs + downMs > until) break
          await wait(pauseMs)
          await strike(given.shift() ?? draw())
        }
        await wait(Math.max(0, until - performance.now()))
      },
    )
    return { ...witnessed, faults, back: returnOf(witnessed.seen, kills) }
  } finally {
    await endings.run()
  }
}

const option = (args: readonly string[], name: string, fallback: number) => {
  const at = args.indexOf(`--${name}`)
  const value = at < 0 ? fallback : Number(args[at + 1])
  if (!Number.isFinite(value)) throw new Error(`--${name} takes a number`)
  return value
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Servers, NATS and PostgreSQL that are killed at random under machines and viewers; `--minutes 10`, `--seed 1`. */
export async function run(...args: string[]): Promise<Row[]> {
  const [minutes, seed] = [option(args, 'minutes', 10), option(args, 'seed', 1)]
  const ours = await play({ seconds: minutes * 60, seed, everyMs, viewers })
  const { faults, back } = ours
  const happened = `${minutes} minutes: ${faults.instance} times a server of ${instances}, ${faults.NATS} times NATS, ${faults.PostgreSQL} times PostgreSQL (seed ${seed})`
  const rows: Row[] = [
    ...rowsOfWitnessed(ours, happened),
    {
      what: `most that were live again within a second, of the viewers of a server that was killed (${back.fewest} at least)`,
      ours: percent(back.share),
      target: '<= 5 %',
      // Where nobody was seen to be cut off, nothing was measured.
      holds: Number.isFinite(back.fewest) && back.share <= 0.05,
    },
    { what: 'from a kill until the last of its viewers knew', ours: `${(back.latest / 1_000).toFixed(1)} s` },
  ]
  const short = { seconds: 30, seed, everyMs: 50, viewers: 100, speed: 10 }
  const lossy = await play({ ...short, faults: ['PostgreSQL', 'instance', 'instance'], broken: 'acknowledge first' })
  const old = await play({ ...short, everyMs: 300, faults: [], broken: 'take old states' })
  const together = await play({
    ...short,
    seconds: 15,
    everyMs: 500,
    viewers: 300,
    faults: ['instance'],
    isTogether: true,
  })
  rows.push(
    {
      what: 'servers made to acknowledge first',
      ours: wrong(lossy.verdict),
      target: 'caught',
      holds: lossy.verdict.lost.length > 0,
    },
    {
      what: 'servers made to take old states: states that went backwards',
      ours: String(old.backwards),
      target: 'caught',
      holds: old.backwards > 0,
    },
    {
      what: 'viewers made to come back together: most within a second',
      ours: percent(together.back.share),
      target: 'caught, above 5 %',
      holds: together.back.share > 0.05,
    },
  )
  return rows
}
