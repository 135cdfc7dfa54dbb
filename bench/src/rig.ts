import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { addVenueMachine, postEntry, registerOwner } from '@multiball/e2e/account'
import { startProduct } from '@multiball/e2e/product'

const root = path.resolve(import.meta.dirname, '../..')

/** Runs a TypeScript file of the workspace in a process of its own that can send messages. */
export const runFile = (file: string, args: string[]): ChildProcess =>
  spawn(process.execPath, ['platform/run.mjs', file, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

/** The real product with an owner, one machine with a device key and one public board. */
export interface Rig {
  url: string
  pid: number
  board: number
  /** posts one entry as the board's machine; resolves with the answer's status */
  post(sequence: number, score: number): Promise<number>
  stop(): Promise<void>
}

/** What a machine posts in a game of four with three modes running. */
export const fourPlayerEntry = (session: string, sequence: number, score: number) => ({
  session_uuid: session,
  session_sequence: sequence,
  active: true,
  current_ball: 2,
  current_player: 3,
  current_p1_score: score,
  current_p2_score: 38_914_220,
  current_p3_score: 1_284_906_530,
  current_p4_score: 97_340_110,
  game_modes: ['MB{red}:Dragon Multiball', 'NA:King Tut x2 bonus', 'EB:Extra Ball is lit'],
})

export async function startRig(): Promise<Rig> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  // The peers' form of the address: no look-up stands between the two.
  const url = product.url.replace('localhost', '127.0.0.1')
  const owner = await registerOwner(url, 'bench')
  const machine = await addVenueMachine(owner, 'Bench', 'Medieval')
  const board = await owner.call<{ id: number }>('POST', '/api/scoreboard/', {
    title: 'Bench',
    is_public: true,
    venuemachine_items: [{ venuemachine: machine }],
  })
  const { key } = await owner.call<{ key: string }>('POST', `/api/venuemachine/${machine}/device_key/`)
  const session = crypto.randomUUID()
  return {
    url,
    pid: product.pid(),
    board: board.id,
    post: (sequence, score) => postEntry(url, key, fourPlayerEntry(session, sequence, score)),
    stop: product.stop,
  }
}

/** Where a running server's database is; the same that its commands go by. */
export function databaseOf(dataFolder: string): string {
  const { port } = JSON.parse(readFileSync(path.join(dataFolder, 'multiball.lock'), 'utf8')) as { port: number }
  const password = readFileSync(path.join(dataFolder, 'postgres-password'), 'utf8').trim()
  return `postgres://multiball:${password}@127.0.0.1:${port}/multiball`
}
