import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureInstalled } from '../../../platform/ensure.mjs'
import { unpackRelease, type Release } from '../../../server/src/testing/release'
import { addDatabase } from '../ingest/ingestRig'
import { inBun, inNode, startCommand } from '../live/peers'
import { cpuSeconds, residentBytes, treeCpuSeconds } from '../processUse'
import type { Outcome } from '../scale/load'
import {
  cpuOf,
  Endings,
  makeHall,
  portOf,
  startInstances,
  startLoad,
  startPostgres,
  type Hall,
} from '../scale/scaleRig'
import { caughtRow, delays, medianOf, pairedRow, type Row } from '../table'

/*
 * What a post costs in a fleet: many machines that each post a few times a second at most, a few viewers each. All servers
 * run at the same time and are measured in turn, round by round: the server on one core, machines and viewers on another.
 *
 *   npm run bench -- fleet [--short] [MACHINESxRATExVIEWERS …] [COMMIT]
 *
 * RATE is that of all machines together, posts a second; VIEWERS are those of one machine. With a COMMIT its server is one
 * more peer.
 */

const usage = 'Usage: npm run bench -- fleet [--short] [MACHINESxRATExVIEWERS …] [COMMIT]'
const root = path.resolve(import.meta.dirname, '../../..')
const serverCore = '0'
const loadCore = '1'

interface Fleet {
  machines: number
  /** posts of all machines */
  perSecond: number
  /** of each machine */
  viewers: number
}

const usualFleets = ['300x300x3', '300x1200x3', '300x300x0']

interface Lengths {
  rounds: number
  milliseconds: number
  warmUpMs: number
  /** before each round */
  resumeMs: number
}

const usual: Lengths = { rounds: 3, milliseconds: 8_000, warmUpMs: 8_000, resumeMs: 6_000 }
/** With --short, and of the server that is broken on purpose. */
const brief: Lengths = { rounds: 3, milliseconds: 2_000, warmUpMs: 4_000, resumeMs: 3_000 }

type Name = 'ours' | 'plain Node' | 'Bun' | 'the server of that commit'

/** Ours beside a peer: CPU a post, p99 of deliveries, memory. */
const targets: Partial<Record<Name, { cpu: (fleet: Fleet) => number; p99: number; memory?: number }>> = {
  'plain Node': { cpu: ({ perSecond }) => (perSecond >= 1_000 ? 1.15 : 1.25), p99: 2 },
  'the server of that commit': { cpu: () => 1.05, p99: 1.25, memory: 1.1 },
}

interface Side {
  pid: number
  port: number
  hall: Hall
}

interface Rig {
  postgres: { pid: number }
  sides: Map<Name, Side>
}

interface Round extends Outcome {
  /** CPU µs a post: of the server, and of PostgreSQL */
  server: number
  database: number
}

const fleetOf = (text: string): Fleet | undefined => {
  const [, machines, perSecond, viewers] = (/^(\d+)x(\d+)x(\d+)$/.exec(text) ?? []).map(Number)
  return machines && perSecond && viewers !== undefined ? { machines, perSecond, viewers } : undefined
}

function read(given: readonly string[]) {
  const isShort = given.includes('--short')
  const fleets = given.filter(fleetOf)
  const [commit, ...rest] = given.filter((text) => text !== '--short' && !fleetOf(text))
  return {
    lengths: isShort ? brief : usual,
    fleets: (fleets.length > 0 ? fleets : usualFleets).map((text) => fleetOf(text)!),
    commit,
    isRefused: rest.length > 0 || commit?.startsWith('-') === true,
  }
}

/** What is wrong with what was typed; undefined where nothing is. */
export const refuse = (...given: string[]): string | undefined => (read(given).isRefused ? usage : undefined)

const pin = (pid: number, core: string) =>
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(pid)], { stdio: 'ignore' })

/** Servers, each warm and on the same core. @param main another start of our server @param others machines without a board */
async function startRig(
  endings: Endings,
  machines: number,
  { old, main, others = 0 }: { old?: Release; main?: string; others?: number } = {},
): Promise<Rig> {
  const postgres = await startPostgres(endings)
  const sides = new Map<Name, Side>()
  const [ours] = await startInstances(endings, 1, { DATABASE_URL: postgres.database }, main)
  const hall = await makeHall(postgres.database, machines + others, machines)
  sides.set('ours', { pid: ours!.pid(), port: portOf(ours!), hall })

  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-fleet-'))
  endings.add(() => rmSync(folder, { recursive: true, force: true }))
  const boards = path.join(folder, 'boards.json')
  writeFileSync(
    boards,
    JSON.stringify(Object.fromEntries(hall.machines.map(({ id, key }, at) => [key, hall.boards[at] ?? -id]))),
  )
  for (const [name, command] of [
    ['plain Node', inNode('fleet/nodeServer.ts')],
    ['Bun', inBun('fleet/bunServer.ts')],
  ] as const) {
    if (command) {
      const { pid, port, stop } = await startCommand(command, [postgres.database, boards])
      endings.add(stop)
      sides.set(name, { pid, port, hall })
    } else console.log(`  ${name} is left out: npm has not installed its package for this platform`)
  }

  if (old) {
    const database = await addDatabase(postgres.url, 'old')
    const server = await old.start({ TRUST_PROXY: '1', LOG_LEVEL: 'error', DATABASE_URL: database })
    endings.add(server.stop)
    const its = await makeHall(database, machines + others, machines)
    sides.set('the server of that commit', { pid: server.pid, port: portOf(server), hall: its })
  }
  for (const { pid } of sides.values()) pin(pid, serverCore)
  return { postgres, sides }
}

async function startPinnedLoad(endings: Endings) {
  const load = await startLoad(endings)
  pin(load.pid, loadCore)
  return load
}

/** Rounds of every server in turn; which is first changes from round to round. */
async function measure({ postgres, sides }: Rig, fleet: Fleet, lengths: Lengths): Promise<Map<Name, Round[]>> {
  const endings = new Endings()
  try {
    const measured = new Map([...sides.keys()].map((name) => [name, [] as Round[]]))
    const order: { rounds: Round[]; pid: number; post: (milliseconds: number) => Promise<Outcome> }[] = []
    for (const [name, { pid, port, hall }] of sides) {
      const load = await startPinnedLoad(endings)
      const keys = hall.machines.slice(0, fleet.machines).map(({ key }) => key)
      const boards = hall.boards.slice(0, fleet.machines)
      await load.watch({ port, boards, viewers: fleet.machines * fleet.viewers, keys })
      const perSecond = fleet.perSecond / fleet.machines
      const post = (milliseconds: number) => load.post({ port, keys, perSecond, milliseconds })
      // As fast as they are answered: only after some 20,000 posts does an engine no longer make its code faster.
      await load.post({ port, keys, perSecond: undefined, milliseconds: lengths.warmUpMs })
      await post(lengths.warmUpMs / 4)
      order.push({ rounds: measured.get(name)!, pid, post })
    }
    for (let round = 0; round < lengths.rounds; round += 1) {
      for (const { rounds, pid, post } of order) {
        // In the others' turns idle connections were closed, keys were forgotten, and the engine gave memory back: a fleet posts all day.
        await post(Math.max(lengths.resumeMs, (1_000 * fleet.machines) / fleet.perSecond))
        const processes = { server: () => cpuSeconds(pid), database: () => treeCpuSeconds(postgres.pid) }
        const { result, seconds } = await cpuOf(processes, () => post(lengths.milliseconds))
        const each = (all: number) => (all / result.posts) * 1e6
        rounds.push({ ...result, server: each(seconds.server), database: each(seconds.database) })
      }
      order.push(order.shift()!)
    }
    return measured
  } finally {
    await endings.run()
  }
}

const micro = (of: (round: Round) => number) => (rounds: readonly Round[]) => `${medianOf(rounds, of).toFixed(0)} µs`
const serverCpu = ({ server }: Round) => server
const databaseCpu = ({ database }: Round) => database

/** Ours beside each peer, and whether every post was taken and shown. */
async function compare(rig: Rig, fleet: Fleet, lengths: Lengths): Promise<Row[]> {
  const { machines, perSecond, viewers } = fleet
  const what = `${perSecond} posts a second of ${machines} machines, ${viewers} viewers each`
  const measured = await measure(rig, fleet, lengths)
  const ours = measured.get('ours')!
  const peers = [...measured].filter(([name]) => name !== 'ours')
  const rows = peers.flatMap(([name, peer]) => {
    const beside = `${what}, beside ${name}`
    const target = targets[name]
    const cost = [
      pairedRow(`${beside}: CPU a post`, ours, peer, serverCpu, micro(serverCpu), target?.cpu(fleet)),
      pairedRow(`${beside}: CPU of PostgreSQL a post`, ours, peer, databaseCpu, micro(databaseCpu)),
    ]
    if (viewers === 0) return cost
    return [...cost, pairedRow(`${beside}: delivery, p50 and p99`, ours, peer, ({ p99 }) => p99, delays, target?.p99)]
  })
  const count = (name: string, of: (round: Round) => number): Row => {
    const sum = (rounds: readonly Round[]) => rounds.reduce((all, round) => all + of(round), 0)
    return {
      what: `${what}: ${name}, and the peers'`,
      ours: String(sum(ours)),
      peer: peers.map(([, rounds]) => sum(rounds)).join(', '),
      target: '0',
      holds: sum(ours) === 0,
    }
  }
  const refused = count('posts refused', ({ failed }) => failed)
  return viewers === 0 ? [...rows, refused] : [...rows, refused, count('deliveries missing', ({ missing }) => missing)]
}

/** So many that what one of them takes shows beside what the engine takes now and then. */
const manyMachines = 2_000
const manyViewers = 1_000
const settleMs = 1_500

interface Memory {
  /** bytes */
  machine: number
  viewer: number
}

/** What a server grows by for each machine that posts, with its connection, and for each viewer, once its code is compiled. */
async function measureMemory({ pid, port, hall }: Side, milliseconds: number): Promise<Memory> {
  const endings = new Endings()
  try {
    const load = await startPinnedLoad(endings)
    const keys = hall.machines.map(({ key }) => key)
    const known = keys.slice(0, hall.boards.length)
    await load.post({ port, keys: known, perSecond: 1_200 / known.length, milliseconds })
    const bytes = [residentBytes(pid)]
    await load.post({ port, keys: keys.slice(known.length), perSecond: 0.5, milliseconds: 2_000 })
    await wait(settleMs)
    bytes.push(residentBytes(pid))
    await load.watch({ port, boards: hall.boards, viewers: manyViewers })
    await wait(settleMs)
    bytes.push(residentBytes(pid))
    return { machine: (bytes[1]! - bytes[0]!) / manyMachines, viewer: (bytes[2]! - bytes[1]!) / manyViewers }
  } finally {
    await endings.run()
  }
}

/** Of servers of their own: their machines fall silent afterwards, which is work. */
async function compareMemory(machines: number, milliseconds: number, old?: Release): Promise<Row[]> {
  const endings = new Endings()
  try {
    const { sides } = await startRig(endings, machines, { others: manyMachines, ...(old && { old }) })
    const measured = new Map<Name, Memory>()
    for (const [name, side] of sides) measured.set(name, await measureMemory(side, milliseconds))
    const ours = [measured.get('ours')!]
    return [...measured].slice(1).flatMap(([name, peer]) =>
      (['machine', 'viewer'] as const).map((of) => {
        const write = (all: readonly Memory[]) => `${(medianOf(all, (memory) => memory[of]) / 1024).toFixed(1)} KiB`
        return pairedRow(
          `memory a ${of}, beside ${name}`,
          ours,
          [peer],
          (memory) => memory[of],
          write,
          targets[name]?.memory,
        )
      }),
    )
  } finally {
    await endings.run()
  }
}

async function brokenCase(fleet: Fleet): Promise<Row> {
  const endings = new Endings()
  try {
    const rig = await startRig(endings, fleet.machines, { main: 'bench/src/fleet/brokenServer.ts' })
    const rows = await compare(rig, fleet, brief)
    return caughtRow('a server that wastes CPU on each post, refuses some and leaves some unshown', rows)
  } finally {
    await endings.run()
  }
}

/** @param given as in the usage above */
export async function run(...given: string[]): Promise<Row[]> {
  const { lengths, fleets, commit } = read(given)
  ensureInstalled({ folder: path.resolve(import.meta.dirname, '../peers') })
  const old = commit === undefined ? undefined : unpackRelease(root, commit)
  const endings = new Endings()
  if (old) endings.add(old.remove)
  try {
    const machines = Math.max(...fleets.map((fleet) => fleet.machines))
    const rows = await compareMemory(machines, lengths.warmUpMs, old)
    const rig = await startRig(endings, machines, old && { old })
    for (const fleet of fleets) rows.push(...(await compare(rig, fleet, lengths)))
    await endings.run()
    return old ? rows : [...rows, await brokenCase(fleets[0]!)]
  } finally {
    await endings.run()
  }
}
