import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { postEntry } from '@multiball/e2e/account'
import { freePort } from '@multiball/e2e/product'
import { cpuSeconds } from '../processUse'
import { fourPlayerEntry, runFile } from '../rig'
import { caughtRow, quantile, type Row } from '../table'
import { startIngestRig, startOldRig, startUngroupedRig, addSignedMachines, type IngestRig } from './ingestRig'
import type { Job, Machine, Outcome } from './load'

const connections = 128

/** How long comparisons are. */
interface Lengths {
  short: Rounds
  /** A device signs on once in a game, so once in a round: a game is not over after a second. */
  long: Rounds
  warmUpMs: number
}

interface Rounds {
  rounds: number
  milliseconds: number
}

const usual: Lengths = {
  // Many short rounds: what a machine manages drifts by a third within seconds, and meets both sides of a pair alike.
  short: { rounds: 20, milliseconds: 1_500 },
  long: { rounds: 6, milliseconds: 5_000 },
  // A server runs for weeks: for its first ten seconds the engine still makes its code faster.
  warmUpMs: 15_000,
}
/** Of a server that is broken on purpose, which is far from every target; of all with SHORT=1. */
const brief: Lengths = {
  short: { rounds: 3, milliseconds: 1_500 },
  long: { rounds: 3, milliseconds: 3_000 },
  warmUpMs: 4_000,
}

/** on the hot board, while it is read */
const postEveryMs = 100

type Load = (job: Job) => Promise<Outcome>

/** What one round of one side came to. */
interface Round {
  perSecond: number
  /** of the application's process, for one request */
  cpuMicroseconds: number
}

async function startLoad(): Promise<{ load: Load; stop(): void }> {
  const child = runFile('bench/src/ingest/load.ts', [])
  await once(child, 'message')
  const load: Load = async (job) => {
    child.send(job)
    const [outcome] = (await once(child, 'message')) as [Outcome]
    if (outcome.failed > 0)
      throw new Error(
        `${outcome.failed} of ${outcome.failed + outcome.answered} requests to ${job.path} were not answered with 200`,
      )
    return outcome
  }
  return { load, stop: () => child.disconnect() }
}

async function startPeer(databaseUrl: string, constantBytes: number) {
  const port = await freePort()
  const child = runFile('bench/src/ingest/peer.ts', [databaseUrl, String(port), String(constantBytes)])
  await once(child, 'message')
  return { port, pid: child.pid!, stop: () => child.disconnect() }
}

async function measure(load: Load, pid: number, job: Job): Promise<Round> {
  const before = cpuSeconds(pid)
  const { answered, milliseconds } = await load(job)
  return {
    perSecond: (answered / milliseconds) * 1000,
    cpuMicroseconds: ((cpuSeconds(pid) - before) / answered) * 1_000_000,
  }
}

interface Side {
  pid: number
  job(milliseconds: number): Job
}

/** The medians of both sides, and of what each pair of rounds came to. */
interface Comparison {
  ours: Round
  peer: Round
  /** ours through the peer's */
  ratio: Round
}

const medianOf = (all: readonly Round[]): Round => ({
  perSecond: quantile(
    all.map(({ perSecond }) => perSecond),
    0.5,
  ),
  cpuMicroseconds: quantile(
    all.map(({ cpuMicroseconds }) => cpuMicroseconds),
    0.5,
  ),
})

type Compare = (ours: Side, peer: Side, length?: 'short' | 'long') => Promise<Comparison>

/** Rounds of both sides in turn, after both are warm. */
const comparing =
  (load: Load, lengths: Lengths): Compare =>
  async (ours, peer, length = 'short') => {
    const { rounds, milliseconds } = lengths[length]
    const pairs: { ours: Round; peer: Round }[] = []
    for (const side of [ours, peer]) await load(side.job(lengths.warmUpMs))
    for (let round = 0; round < rounds; round += 1) {
      const found = await measure(load, ours.pid, ours.job(milliseconds))
      await wait(100)
      pairs.push({ ours: found, peer: await measure(load, peer.pid, peer.job(milliseconds)) })
      await wait(100)
    }
    return {
      ours: medianOf(pairs.map((pair) => pair.ours)),
      peer: medianOf(pairs.map((pair) => pair.peer)),
      ratio: medianOf(
        pairs.map((pair) => ({
          perSecond: pair.ours.perSecond / pair.peer.perSecond,
          cpuMicroseconds: pair.ours.cpuMicroseconds / pair.peer.cpuMicroseconds,
        })),
      ),
    }
  }

/** One more than any sequence before, whatever a round has used. */
function sequences() {
  let next = 0
  return () => (next += 10_000_000)
}

/** Posts beside those of the same server without groups, and beside the plainest server that writes each of them. */
async function comparePosts(compare: Compare, rig: IngestRig): Promise<Row[]> {
  const sequence = sequences()
  const posts = (
    { pid, port, machines }: Pick<IngestRig, 'pid' | 'port' | 'machines'>,
    path = '/api/entry/',
  ): Side => ({
    pid,
    job: (milliseconds) => ({ type: 'posts', port, path, machines, firstSequence: sequence(), milliseconds }),
  })
  const ungrouped = await startUngroupedRig(connections, rig.databaseUrl)
  const beside = await compare(posts(rig), posts(ungrouped)).finally(ungrouped.stop)
  const plain = await startPeer(rig.databaseUrl, 0)
  const besidePlain = await compare(posts(rig), posts({ ...plain, machines: rig.machines }, '/entry')).finally(
    plain.stop,
  )
  return [
    {
      what: `posts a second, ${connections} connections`,
      ours: formatNumber(beside.ours.perSecond),
      peer: formatNumber(beside.peer.perSecond),
      ratio: beside.ratio.perSecond.toFixed(2),
      target: '>= 2',
      holds: beside.ratio.perSecond >= 2,
    },
    {
      what: 'CPU of the application a post',
      ours: micro(beside.ours),
      peer: micro(beside.peer),
      ratio: beside.ratio.cpuMicroseconds.toFixed(2),
      target: '<= 0.6',
      holds: beside.ratio.cpuMicroseconds <= 0.6,
    },
    {
      what: 'posts a second, beside a server that checks nothing',
      ours: formatNumber(besidePlain.ours.perSecond),
      peer: formatNumber(besidePlain.peer.perSecond),
      ratio: besidePlain.ratio.perSecond.toFixed(2),
      target: '>= 2',
      holds: besidePlain.ratio.perSecond >= 2,
    },
    {
      what: 'CPU of the application a post, beside that',
      ours: micro(besidePlain.ours),
      peer: micro(besidePlain.peer),
      ratio: besidePlain.ratio.cpuMicroseconds.toFixed(2),
      target: '<= 0.5',
      holds: besidePlain.ratio.cpuMicroseconds <= 0.5,
    },
  ]
}

/** Posts of devices that sign on in each round, of games whose slots are claimed, beside those of machines with a key and nobody's games. */
async function compareSigned(compare: Compare, rig: IngestRig): Promise<Row[]> {
  const signed = await addSignedMachines(rig)
  const sequence = sequences()
  const posts = (machines: Machine[]): Side => ({
    pid: rig.pid,
    job: (milliseconds) => ({
      type: 'posts',
      port: rig.port,
      path: '/api/entry/',
      machines,
      firstSequence: sequence(),
      milliseconds,
    }),
  })
  const {
    ours,
    peer: plain,
    ratio,
  } = await compare(
    posts(signed),
    posts(rig.machines.map((machine) => ({ ...machine, session: crypto.randomUUID() }))),
    'long',
  )
  return [
    {
      what: 'posts a second with signatures and claims, beside those without',
      ours: formatNumber(ours.perSecond),
      peer: formatNumber(plain.perSecond),
      ratio: ratio.perSecond.toFixed(2),
      target: '>= 0.85',
      holds: ratio.perSecond >= 0.85,
    },
    {
      what: 'CPU of the application for one of them',
      ours: micro(ours),
      peer: micro(plain),
      ratio: ratio.cpuMicroseconds.toFixed(2),
    },
  ]
}

async function compareReads(compare: Compare, rig: IngestRig, name: 'bootstrap' | 'scores'): Promise<Row[]> {
  const path = `/api/scoreboard/${rig.board}/${name}/`
  const { byteLength } = await (await fetch(rig.url + path)).arrayBuffer()
  const peer = await startPeer(rig.databaseUrl, byteLength)
  let addresses = 0
  const reads =
    (port: number, to: string) =>
    (milliseconds: number): Job => ({
      type: 'reads',
      port,
      path: to,
      connections,
      firstAddress: (addresses += 1_000),
      milliseconds,
    })
  const game = keepPlaying(rig)
  try {
    const {
      ours,
      peer: other,
      ratio,
    } = await compare(
      { pid: rig.pid, job: reads(rig.port, path) },
      { pid: peer.pid, job: reads(peer.port, '/constant') },
    )
    return [
      {
        what: `${name} of a hot board a second, ${byteLength} bytes`,
        ours: formatNumber(ours.perSecond),
        peer: formatNumber(other.perSecond),
        ratio: ratio.perSecond.toFixed(2),
        target: '>= 0.8',
        holds: ratio.perSecond >= 0.8,
      },
      {
        what: `CPU of the application a ${name}`,
        ours: micro(ours),
        peer: micro(other),
        ratio: ratio.cpuMicroseconds.toFixed(2),
      },
    ]
  } finally {
    await game.stop()
    peer.stop()
  }
}

/** A game on one of the board's machines, so that its state is never the same for long. */
function keepPlaying({ url, machines: [machine] }: IngestRig) {
  let isOver = false
  const session = crypto.randomUUID()
  const play = async () => {
    for (let sequence = 1; !isOver; sequence += 1) {
      await postEntry(url, machine!.key, fourPlayerEntry(session, sequence, sequence * 1_010))
      await wait(postEveryMs)
    }
  }
  const playing = play()
  return {
    stop: () => {
      isOver = true
      return playing
    },
  }
}

const formatNumber = (value: number) => Math.round(value).toLocaleString('en')
const micro = ({ cpuMicroseconds }: Round) => `${cpuMicroseconds.toFixed(0)} µs`

/** Posts, and reads of a hot board, beside those of an earlier release. */
async function compareWithOld(compare: Compare, rig: IngestRig, ref: string): Promise<Row[]> {
  const old = await startOldRig(ref, connections, rig.databaseUrl)
  const sequence = sequences()
  const posts = ({ pid, port, machines }: IngestRig): Side => ({
    pid,
    job: (milliseconds) => ({
      type: 'posts',
      port,
      path: '/api/entry/',
      machines,
      firstSequence: sequence(),
      milliseconds,
    }),
  })
  let addresses = 0
  const reads = ({ pid, port, board }: IngestRig, name: string): Side => ({
    pid,
    job: (milliseconds) => ({
      type: 'reads',
      port,
      path: `/api/scoreboard/${board}/${name}/`,
      connections,
      firstAddress: (addresses += 1_000),
      milliseconds,
    }),
  })
  const rowOf = (what: string, { ours, peer, ratio }: Comparison): Row => ({
    what: `${what}, beside ${ref}`,
    ours: `${formatNumber(ours.perSecond)}, ${micro(ours)}`,
    peer: `${formatNumber(peer.perSecond)}, ${micro(peer)}`,
    ratio: `${ratio.perSecond.toFixed(2)}, CPU ${ratio.cpuMicroseconds.toFixed(2)}`,
    target: 'CPU <= 1.05',
    holds: ratio.cpuMicroseconds <= 1.05,
  })
  try {
    const rows = [rowOf('posts a second', await compare(posts(rig), posts(old)))]
    for (const name of ['bootstrap', 'scores']) {
      const games = [keepPlaying(rig), keepPlaying(old)]
      rows.push(rowOf(`${name} of a hot board a second`, await compare(reads(rig, name), reads(old, name))))
      for (const game of games) await game.stop()
    }
    return rows
  } finally {
    await old.stop()
  }
}

const compareAll = async (compare: Compare, rig: IngestRig): Promise<Row[]> => [
  ...(await comparePosts(compare, rig)),
  ...(await compareSigned(compare, rig)),
  ...(await compareReads(compare, rig, 'bootstrap')),
  ...(await compareReads(compare, rig, 'scores')),
]

async function brokenCase(load: Load): Promise<Row> {
  const rig = await startIngestRig(connections, {}, 'bench/src/ingest/slowServer.ts')
  const rows = await compareAll(comparing(load, brief), rig).finally(rig.stop)
  return caughtRow('a server that burns the processor for each post and read, and forgets devices', rows)
}

/**
 * What machines and viewers cost, beside the plainest server that could do it.
 * @param ref a commit: beside the server of that one instead
 */
export async function run(ref?: string): Promise<Row[]> {
  const { load, stop } = await startLoad()
  try {
    const rig = await startIngestRig(connections)
    const compare = comparing(load, process.env.SHORT === '1' ? brief : usual)
    const measured = ref === undefined ? compareAll(compare, rig) : compareWithOld(compare, rig, ref)
    const rows = await measured.finally(rig.stop)
    return ref === undefined ? [...rows, await brokenCase(load)] : rows
  } finally {
    stop()
  }
}
