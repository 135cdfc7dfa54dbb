import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '@multiball/e2e/product'
import { cpuSeconds } from '../processUse'
import { fourPlayerEntry } from '../rig'
import { delays, medianOf, pairedRow, type Row } from '../table'
import { gather, greetingOf, patienceMs, type Crowd, type Target } from './fanOut'
import type { Post } from './viewers'

/*
 * Our fan-out beside what one would take otherwise. All servers run at the same time, each with a crowd of its own, and are
 * measured in turn, round by round; which is first changes from round to round. A ratio is that of one round's pair.
 */

const root = path.resolve(import.meta.dirname, '../../..')

/** The peers, the command that starts each on a port, and what is measured with them. */
type PeerName = 'ws' | "Bun's publish" | 'Socket.IO' | 'C'

interface Peer extends Target {
  stop(): void
}

const bunFile = path.join(
  import.meta.dirname,
  `../peers/node_modules/@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64'}/bin/bun`,
)

/** The command that runs a file of bench/src. */
export const inNode = (file: string): string[] => [process.execPath, 'platform/run.mjs', `bench/src/${file}`]
/** The same with Bun; undefined where npm has not installed its package for this platform. */
export const inBun = (file: string): string[] | undefined =>
  existsSync(bunFile) ? [bunFile, `bench/src/${file}`] : undefined

function commandOf(name: PeerName, folder: string): string[] | undefined {
  if (name === 'ws') return inNode('live/plainServer.ts')
  if (name === 'Socket.IO') return inNode('peers/socketIoServer.ts')
  if (name === "Bun's publish") return inBun('live/bunServer.ts')
  if (spawnSync('gcc', ['--version']).status !== 0) return undefined
  const program = path.join(folder, 'sendLoop')
  execFileSync('gcc', ['-O2', '-o', program, path.join(import.meta.dirname, 'sendLoop.c')])
  return [program]
}

/** Starts a peer's command with a free port and what else it is given, and waits until it answers. */
export async function startCommand([program, ...args]: readonly string[], given: readonly string[]) {
  const port = await freePort()
  const child: ChildProcess = spawn(program!, [...args, String(port), ...given], { cwd: root, stdio: 'inherit' })
  const address = `http://127.0.0.1:${port}/`
  for (
    let tries = 0;
    !(await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    ));
    tries += 1
  ) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`${[program, ...args].join(' ')} did not start`)
    await wait(50)
  }
  return { port, address, pid: child.pid!, stop: () => void child.kill() }
}

/** Starts a peer, in one of the broken ways that plainServer.ts knows, perhaps; undefined where what it needs is not there. */
export async function startPeer(name: PeerName, broken?: string): Promise<Peer | undefined> {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-peer-'))
  const command = commandOf(name, folder)
  if (command === undefined) return undefined
  const { address, pid, stop } = await startCommand(command, broken === undefined ? [] : [broken])
  return {
    pid,
    socketAddress: address.replace('http', 'ws') + (name === 'Socket.IO' ? 'socket.io/?EIO=4&transport=websocket' : ''),
    greeting: name === 'Socket.IO' ? '40' : greetingOf('scoreboard:1:scores'),
    keepsOrder: false,
    async post(sequence, score) {
      const answer = await fetch(address, {
        method: 'POST',
        body: JSON.stringify(fourPlayerEntry('x', sequence, score)),
      })
      await answer.text()
      return answer.status
    },
    stop() {
      stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One server with its viewers, and the last that was posted to it. */
interface Watched extends Target {
  crowd: Crowd
  sequence: number
}

export interface Round {
  /** of the server, for one post and viewer: everything that a post costs is part of it */
  microseconds: number
  /** ms from a post until a viewer has it or a newer one */
  p50: number
  p99: number
}

/** So many posts waiting for their answer (and with one, for all viewers to have it), or so many a second. */
export type Pattern = { outstanding: number } | { perSecond: number }

/** Posts for so many ms and waits until all viewers have the last one. Throws where one of them was not sent it, or an older state after it. */
export async function measureRound(side: Watched, pattern: Pattern, milliseconds: number): Promise<Round> {
  const posts: Post[] = []
  const until = performance.now() + milliseconds
  const score = (sequence: number) => 1_000_000_000 + sequence
  const post = async () => {
    const sequence = (side.sequence += 1)
    posts.push({ score: score(sequence), at: Number(process.hrtime.bigint()) / 1e6 })
    const status = await side.post(sequence, score(sequence))
    if (status !== 200) throw new Error(`A post was answered with ${status}`)
  }
  side.crowd.note()
  const before = cpuSeconds(side.pid)
  if ('perSecond' in pattern) {
    const answers: Promise<void>[] = []
    for (let due = performance.now(); due < until; due += 1000 / pattern.perSecond) {
      await wait(Math.max(0, due - performance.now()))
      answers.push(post())
    }
    await Promise.all(answers)
  } else if (pattern.outstanding === 1) {
    while (performance.now() < until) await Promise.all([side.crowd.deliver(score(side.sequence + 1)), post()])
  } else {
    const poster = async () => {
      while (performance.now() < until) await post()
    }
    await Promise.all(Array.from({ length: pattern.outstanding }, poster))
  }
  await side.crowd.deliver(score(side.sequence))
  const used = cpuSeconds(side.pid) - before
  const { p50, p99, missing, backwards } = await side.crowd.arrivalsOf(posts)
  const wentBackwards = side.keepsOrder || ('outstanding' in pattern && pattern.outstanding === 1) ? backwards : 0
  if (missing + wentBackwards > 0)
    throw new Error(`${missing} deliveries are missing, ${wentBackwards} states went backwards`)
  return { microseconds: (used / posts.length / side.crowd.count) * 1_000_000, p50, p99 }
}

const patterns: {
  what: string
  pattern: Pattern
  targets: Partial<Record<PeerName, number>>
  isLatencyCompared: boolean
}[] = [
  { what: 'one post outstanding', pattern: { outstanding: 1 }, targets: { ws: 1 / 1.4 }, isLatencyCompared: false },
  { what: 'eight posts outstanding', pattern: { outstanding: 8 }, targets: {}, isLatencyCompared: false },
  {
    what: '10 posts a second',
    pattern: { perSecond: 10 },
    targets: { "Bun's publish": 1.05 },
    isLatencyCompared: true,
  },
  {
    what: '20 posts a second',
    pattern: { perSecond: 20 },
    targets: { "Bun's publish": 1.05 },
    isLatencyCompared: true,
  },
  {
    what: '60 posts a second',
    pattern: { perSecond: 60 },
    targets: { "Bun's publish": 1, C: 1 },
    isLatencyCompared: true,
  },
]

const peerNames: PeerName[] = ['ws', "Bun's publish", 'Socket.IO', 'C']
const warmUpPosts = 3000

/** A server, warm and watched by so many viewers. @param patience ms after which a viewer that waits is an error */
export async function watchedBy(
  target: Target,
  viewers: number,
  { warmUp = warmUpPosts, patience = patienceMs } = {},
): Promise<Watched> {
  let sequence = 0
  const poster = async () => {
    while (sequence < warmUp) await target.post((sequence += 1), sequence)
  }
  await Promise.all(Array.from({ length: 8 }, poster))
  return { ...target, sequence, crowd: await gather(target, viewers, patience) }
}

/** Ours beside each peer that there is. */
export async function comparePeers(
  ours: Target,
  viewers: number,
  { rounds, milliseconds }: { rounds: number; milliseconds: number },
): Promise<Row[]> {
  const peers = new Map<PeerName, Peer>()
  for (const name of peerNames) {
    const peer = await startPeer(name)
    if (peer) peers.set(name, peer)
    else
      console.log(
        `  ${name} is left out: ${name === 'C' ? 'there is no gcc' : 'npm has not installed its package for this platform'}`,
      )
  }
  const sides = new Map<PeerName | 'ours', Watched>()
  try {
    for (const [name, target] of [['ours', ours] as const, ...peers]) sides.set(name, await watchedBy(target, viewers))
    for (const side of sides.values()) for (const { pattern } of patterns) await measureRound(side, pattern, 1000)
    const rows: Row[] = []
    const order = [...sides]
    for (const { what, pattern, targets, isLatencyCompared } of patterns) {
      const found = new Map(order.map(([name]) => [name, [] as Round[]]))
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, side] of order) found.get(name)!.push(await measureRound(side, pattern, milliseconds))
        order.push(order.shift()!)
      }
      const mine = found.get('ours')!
      for (const name of peers.keys())
        rows.push(...besidePeer(what, mine, name, found.get(name)!, targets[name], isLatencyCompared))
    }
    return rows
  } finally {
    for (const { crowd } of sides.values()) await crowd.leave()
    for (const peer of peers.values()) peer.stop()
  }
}

/** The rounds of ours beside those of one peer. @param target the most that ours may cost, in what the peer costs */
export function besidePeer(
  what: string,
  ours: readonly Round[],
  name: PeerName,
  peer: readonly Round[],
  target: number | undefined,
  isLatencyCompared: boolean,
): Row[] {
  const micro = (rounds: readonly Round[]) => `${medianOf(rounds, ({ microseconds }) => microseconds).toFixed(2)} µs`
  const cost = pairedRow(
    `${what}, beside ${name}: CPU a post and viewer`,
    ours,
    peer,
    ({ microseconds }) => microseconds,
    micro,
    target,
  )
  if (!isLatencyCompared) return [cost]
  const mostLate = name === "Bun's publish" ? 1 : undefined
  return [
    cost,
    pairedRow(`${what}, beside ${name}: delivery, p50 and p99`, ours, peer, ({ p99 }) => p99, delays, mostLate),
  ]
}
