import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startProduct, type Product } from '@multiball/e2e/product'
import { cpuSeconds, treeOf } from '../processUse'
import { databaseOf } from '../stage'
import { quantile, type Row } from '../table'
import { cpuOf, Endings, makeHall, portOf, startLoad } from './scaleStage'
import type { Outcome } from './load'

const machines = 200
const boards = 400
const viewers = 2_000
const steadyPerSecond = 5
const pairs = Number(process.env.PAIRS ?? 6)
const turnMs = Number(process.env.TURN_MS ?? 8_000)

interface Side {
  /** in a turn of steady posts, in one of half as many, and in one of posts as fast as they are answered */
  steady(): Promise<Turn>
  half(): Promise<Turn>
  full(): Promise<Turn>
}

interface Turn extends Outcome {
  /** CPU seconds of the servers' processes together, and of the busiest */
  cpu: number
  busiest: number
}

const isServer = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('node')

async function startSide(endings: Endings, settings: Record<string, string>, main?: string): Promise<Side> {
  const product: Product = await startProduct({ LOG_LEVEL: 'error', ...settings }, main)
  endings.add(() => product.stop())
  // It answers once its first worker does, and says this once all do: until then viewers would all come to the first.
  while (!product.output().includes('Multiball is ready')) await wait(50)
  const hall = await makeHall(databaseOf(product.dataFolder), machines, boards)
  const load = await startLoad(endings)
  const port = portOf(product)
  await load.watch({ port, boards: hall.boards, viewers })
  const turn = async (perSecond: number | undefined): Promise<Turn> => {
    const processes = Object.fromEntries(
      treeOf(product.pid())
        .filter(isServer)
        .map((pid) => [String(pid), () => cpuSeconds(pid)]),
    )
    const { result, seconds } = await cpuOf(processes, () =>
      load.post({ port, keys: hall.machines.map(({ key }) => key), perSecond, milliseconds: turnMs }),
    )
    if (result.failed > 0) console.log(`  ${result.failed} posts failed`)
    return {
      ...result,
      cpu: Object.values(seconds).reduce((sum, one) => sum + one, 0),
      busiest: Math.max(...Object.values(seconds)),
    }
  }
  const side = {
    steady: () => turn(steadyPerSecond),
    half: () => turn(steadyPerSecond / 2),
    full: () => turn(undefined),
  }
  // Compiled code on both sides, before anything is measured.
  await side.full()
  await side.steady()
  return side
}

type Measured = Record<'steady' | 'twice' | 'full', { one: Turn; two: Turn }[]>

/** what one process and two workers do in a pair of turns; in `twice` each worker has as many posts as the one process */
const turnsOf = { steady: ['steady', 'steady'], twice: ['half', 'steady'], full: ['full', 'full'] } as const

async function compare(one: Side, two: Side, count: number): Promise<Measured> {
  const measured: Measured = { steady: [], twice: [], full: [] }
  for (let pair = 0; pair < count; pair += 1) {
    for (const kind of ['steady', 'twice', 'full'] as const) {
      const [ofOne, ofTwo] = turnsOf[kind]
      const turns =
        pair % 2 === 0 ? [await one[ofOne](), await two[ofTwo]()] : [await two[ofTwo](), await one[ofOne]()].reverse()
      measured[kind].push({ one: turns[0]!, two: turns[1]! })
    }
  }
  return measured
}

const median = (values: readonly number[]) => quantile(values, 0.5)
const microseconds = (seconds: number) => `${(seconds * 1e6).toFixed(1)} µs`
const cpuEach = ({ cpu, deliveries }: Turn) => cpu / deliveries
const rate = ({ deliveries, milliseconds }: Turn) => deliveries / (milliseconds / 1000)
/** deliveries for a CPU second of the process that has the most to do: what a core each would give */
const bound = ({ deliveries, busiest }: Turn) => deliveries / busiest

function rowsOf({ steady, twice, full }: Measured, who: string): Row[] {
  const overhead = median(steady.map(({ one, two }) => cpuEach(two) / cpuEach(one)))
  const boundRow = (when: string, turns: { one: Turn; two: Turn }[]): Row => {
    const ratio = median(turns.map(({ one, two }) => bound(two) / bound(one)))
    return {
      what: `${who}: deliveries a CPU second of the busiest process, ${when}`,
      ours: String(Math.round(each(turns, 'two', bound))),
      peer: String(Math.round(each(turns, 'one', bound))),
      ratio: ratio.toFixed(2),
      target: '>= 1.7',
      holds: ratio >= 1.7,
    }
  }
  const raw = median(full.map(({ one, two }) => rate(two) / rate(one)))
  const each = (turns: { one: Turn; two: Turn }[], side: 'one' | 'two', figure: (turn: Turn) => number) =>
    median(turns.map((turn) => figure(turn[side])))
  return [
    {
      what: `${who}: deliveries a second, ${machines} machines as fast as they can, load on the same cores`,
      ours: String(Math.round(each(full, 'two', rate))),
      peer: String(Math.round(each(full, 'one', rate))),
      ratio: raw.toFixed(2),
      target: '>= 1.7 with cores for all',
    },
    {
      what: `${who}: CPU a delivery, ${steadyPerSecond} posts a second of each`,
      ours: microseconds(each(steady, 'two', cpuEach)),
      peer: microseconds(each(steady, 'one', cpuEach)),
      ratio: overhead.toFixed(3),
    },
    boundRow('the same posts', steady),
    boundRow(
      `each worker has as many posts as the one process, ${steadyPerSecond / 2} a second of each machine`,
      twice,
    ),
    boundRow('posts as fast as they are answered', full),
  ]
}

/** `WORKERS=2` beside one process: the same load in turn, first one and then the other. */
export async function run(): Promise<Row[]> {
  const endings = new Endings()
  try {
    const one = await startSide(endings, {})
    const two = await startSide(endings, { WORKERS: '2' })
    const rows = rowsOf(await compare(one, two, pairs), 'WORKERS=2 beside one')
    const broken = await startSide(
      endings,
      { WORKERS: '2', BROKEN: 'read what it is told' },
      'bench/src/scale/brokenServer.ts',
    )
    const caught = median((await compare(two, broken, 2)).steady.map((turn) => cpuEach(turn.two) / cpuEach(turn.one)))
    return [
      ...rows,
      {
        what: 'two workers made to read what they are told, beside two: CPU a delivery',
        ours: '',
        ratio: caught.toFixed(2),
        target: 'caught, by 1.1 at least',
        holds: caught >= 1.1,
      },
    ]
  } finally {
    await endings.run()
  }
}
