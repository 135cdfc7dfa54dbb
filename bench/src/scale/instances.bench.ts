import type { Product } from '@multiball/e2e/product'
import { cpuSeconds, treeCpuSeconds } from '../processUse'
import { quantile, type Row } from '../table'
import type { Outcome } from './load'
import {
  cpuOf,
  Endings,
  makeHall,
  portOf,
  startInstances,
  startLoad,
  startNats,
  startNginx,
  startPostgres,
  type Hall,
  type Nats,
  type Postgres,
} from './scaleRig'

const machines = Number(process.env.MACHINES ?? 200)
const boards = Number(process.env.BOARDS ?? 400)
const allViewers = Number(process.env.VIEWERS ?? 2_000)
const turnMs = Number(process.env.TURN_MS ?? 10_000)
const turns = Number(process.env.TURNS ?? 3)
const sizes = (process.env.SIZES ?? '1,2,4').split(',').map(Number)

interface Turn extends Outcome {
  statements: number
  /** CPU seconds */
  seconds: Record<Part, number>
  /** CPU seconds of the servers in as long a time without posts */
  idle: number
}

type Part = 'servers' | 'postgres' | 'nats' | 'nginx'

interface Rig {
  postgres: Postgres
  nats: Nats
  hall: Hall
  viewers: number
}

/** One of so many equal parts of the machines, with their boards and viewers. */
const partOf = ({ hall, ...rig }: Rig, parts: number): Rig => {
  const most = Math.ceil(hall.machines.length / parts)
  const own = hall.boards.filter((_board, at) => at % hall.machines.length < most)
  return {
    ...rig,
    hall: { ...hall, machines: hall.machines.slice(0, most), boards: own },
    viewers: Math.ceil(rig.viewers / parts),
  }
}

async function measure(
  { postgres }: Rig,
  processes: Record<Part, () => number>,
  idle: number,
  work: () => Promise<Outcome>,
): Promise<Turn> {
  const before = await postgres.statements()
  const { result, seconds } = await cpuOf(processes, work)
  return { ...result, statements: (await postgres.statements()) - before, seconds, idle }
}

const keysOf = ({ machines: made }: Hall) => made.map(({ key }) => key)

/** So many servers behind nginx, with the rig's machines and viewers. */
async function through(rig: Rig, count: number, main?: string, settings: Record<string, string> = {}): Promise<Turn[]> {
  const endings = new Endings()
  const { postgres, nats, hall, viewers } = rig
  try {
    const instances = await startInstances(
      endings,
      count,
      { DATABASE_URL: postgres.database, NATS_URL: nats.url, ...settings },
      main,
    )
    const nginx = await startNginx(endings, instances.map(portOf))
    const load = await startLoad(endings)
    await load.watch({ port: nginx.port, boards: hall.boards, viewers })
    const post = () => load.post({ port: nginx.port, keys: keysOf(hall), perSecond: 1, milliseconds: turnMs })
    // Compiled code and everything in memory, before anything is measured: each server has had as many posts.
    for (let round = 0; round < 2 * count; round += 1)
      await load.post({ port: nginx.port, keys: keysOf(hall), perSecond: 4, milliseconds: turnMs })
    const processes = {
      servers: () => instances.reduce((sum, instance) => sum + cpuSeconds(instance.pid()), 0),
      postgres: () => treeCpuSeconds(postgres.pid),
      nats: () => cpuSeconds(nats.pid()),
      nginx: () => treeCpuSeconds(nginx.pid),
    }
    const { seconds: rest } = await cpuOf(processes, () =>
      load.post({ port: nginx.port, keys: [], perSecond: 1, milliseconds: turnMs }),
    )
    const measured: Turn[] = []
    for (let turn = 0; turn < turns; turn += 1) measured.push(await measure(rig, processes, rest.servers, post))
    const lost = measured.reduce((sum, { failed }) => sum + failed, 0)
    if (lost > 0) console.log(`  ${lost} posts failed with ${count} instances`)
    return measured
  } finally {
    await endings.run()
  }
}

/** One server takes all posts, another only shows: CPU of that one for each state that it was told, and showed to one viewer. */
async function relaying(
  { postgres, nats, hall }: Rig,
  main?: string,
  settings: Record<string, string> = {},
): Promise<number[]> {
  const endings = new Endings()
  try {
    const [taking, showing] = (await startInstances(
      endings,
      2,
      { DATABASE_URL: postgres.database, NATS_URL: nats.url, ...settings },
      main,
    )) as [Product, Product]
    const load = await startLoad(endings)
    const each = hall.boards.slice(0, machines)
    await load.watch({ port: portOf(showing), boards: each, viewers: each.length })
    const perSecond = Math.max(1, Math.round(1_000 / machines))
    const post = () => load.post({ port: portOf(taking), keys: keysOf(hall), perSecond, milliseconds: turnMs })
    await post()
    await post()
    const idle = await cpuOf(
      { showing: () => cpuSeconds(showing.pid()) },
      () => new Promise((resolve) => setTimeout(resolve, turnMs)),
    )
    const costs: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const { result, seconds } = await cpuOf({ showing: () => cpuSeconds(showing.pid()) }, post)
      if (result.deliveries < result.posts * 0.9)
        console.log(`  ${result.deliveries} states shown of ${result.posts} told`)
      costs.push((seconds.showing - idle.seconds.showing) / result.posts)
    }
    return costs
  } finally {
    await endings.run()
  }
}

const median = (values: readonly number[]) => quantile(values, 0.5)
const microseconds = (seconds: number) => `${(seconds * 1e6).toFixed(1)} µs`

const metrics: Record<string, { of: (turn: Turn) => number; write: (value: number) => string; target?: number }> = {
  'statements a post': {
    of: ({ statements, posts }) => statements / posts,
    write: (value) => value.toFixed(2),
    target: 1.1,
  },
  'CPU of the servers a delivery, posts included': {
    of: ({ seconds, deliveries }) => seconds.servers / deliveries,
    write: microseconds,
    target: 1.1,
  },
  'CPU of the servers a delivery, less what they use without posts': {
    of: ({ seconds, idle, deliveries }) => (seconds.servers - idle) / deliveries,
    write: microseconds,
  },
  'CPU of the servers a second without posts': {
    of: ({ idle, milliseconds }) => idle / (milliseconds / 1000),
    write: (value) => `${(value * 1000).toFixed(1)} ms`,
  },
  'CPU of PostgreSQL a post': { of: ({ seconds, posts }) => seconds.postgres / posts, write: microseconds },
  'CPU of NATS a post': { of: ({ seconds, posts }) => seconds.nats / posts, write: microseconds },
  'CPU of nginx a delivery, posts included': {
    of: ({ seconds, deliveries }) => seconds.nginx / deliveries,
    write: microseconds,
  },
  'deliveries a post': { of: ({ deliveries, posts }) => deliveries / posts, write: (value) => value.toFixed(2) },
}

/** The same machines and viewers on 1, 2 and 4 servers behind nginx, with PostgreSQL and NATS. */
export async function run(): Promise<Row[]> {
  const endings = new Endings()
  const rows: Row[] = []
  try {
    const postgres = await startPostgres(endings)
    const nats = await startNats(endings)
    // Migrations and the catalogue.
    const first = new Endings()
    await startInstances(first, 1, { DATABASE_URL: postgres.database })
    const hall = await makeHall(postgres.database, machines, boards)
    await first.run()
    const rig = { postgres, nats, hall, viewers: allViewers }
    const measured = new Map<number, Turn[]>()
    for (const count of sizes) measured.set(count, await through(rig, count))
    const alone = measured.get(sizes[0]!)!
    for (const [what, { of, write, target }] of Object.entries(metrics)) {
      for (const [count, all] of measured) {
        const value = median(all.map(of))
        const ratio = value / median(alone.map(of))
        const isCompared = count !== sizes[0]
        rows.push({
          what: `${count} of them: ${what}`,
          ours: write(value),
          ...(isCompared && { ratio: ratio.toFixed(2) }),
          ...(isCompared && target !== undefined && { target: `<= ${target}`, holds: ratio <= target }),
        })
      }
    }
    // A server with less to do does it less at a time, and so at a higher price, whether there are others or not.
    const cpu = metrics['CPU of the servers a delivery, posts included']!
    for (const [count, all] of measured) {
      if (count === sizes[0]) continue
      const part = median((await through(partOf(rig, count), 1)).map(cpu.of))
      rows.push({
        what: `one server with a part of the work, 1 in ${count}: CPU a delivery, and ${count} of them with all beside it`,
        ours: cpu.write(part),
        ratio: (median(all.map(cpu.of)) / part).toFixed(2),
        target: '<= 1.1',
        holds: median(all.map(cpu.of)) / part <= 1.1,
      })
    }
    if (process.env.ONLY_SIZES) return rows
    const relay = median(await relaying(rig)) * 1e6
    rows.push({
      what: 'CPU of a server that only shows, a state of a board with one viewer',
      ours: `${relay.toFixed(1)} µs`,
      target: '<= 60 µs',
      holds: relay <= 60,
    })
    const broken = { BROKEN: 'read what it is told' }
    const main = 'bench/src/scale/brokenServer.ts'
    const worse =
      median((await through(rig, 2, main, broken)).map(metrics['statements a post']!.of)) /
      median(alone.map(metrics['statements a post']!.of))
    const costRatio = (median(await relaying(rig, main, broken)) * 1e6) / relay
    rows.push(
      {
        what: '2 of them made to read what they are told: statements a post',
        ours: '',
        ratio: worse.toFixed(2),
        target: 'caught, by 1.1 at least',
        holds: worse > 1.1,
      },
      {
        what: 'one that only shows made to read what it is told: CPU a state',
        ours: '',
        ratio: costRatio.toFixed(2),
        target: 'caught, by 1.5 at least',
        holds: costRatio >= 1.5,
      },
    )
    return rows
  } finally {
    await endings.run()
  }
}
