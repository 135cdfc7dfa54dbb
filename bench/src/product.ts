import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const root = path.resolve(import.meta.dirname, '../..')

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** Runs a TypeScript file of the workspace in a process of its own. */
export const runFile = (file: string, args: string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--expose-gc', 'platform/run.mjs', file, ...args], { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })

export interface Stage {
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

async function waitUntilReady(url: string) {
  for (let attempt = 0; attempt < 900; attempt += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await wait(100)
  }
  throw new Error('The server did not become ready')
}

/** The real product with an owner, one machine with a device key and one public board. */
export async function startStage(): Promise<Stage> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const data = mkdtempSync(path.join(tmpdir(), 'multiball-bench-'))
  chmodSync(data, 0o755)
  const child = runFile('server/src/main.ts', [], { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: data, DEMO: '0', LOG_LEVEL: 'warn' })
  await waitUntilReady(url)

  let token = ''
  const call = async <Answer>(method: string, target: string, body?: object): Promise<Answer> => {
    const answer = await fetch(url + target, {
      method,
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Token ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${target}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Answer
  }
  const credentials = { username: 'bench', password: 'Plunger-7-lane' }
  await call('POST', '/api/account/register/', { ...credentials, first_name: 'Ben', last_name: 'Ch', email: 'bench@example.org' })
  token = (await call<{ token: string }>('POST', '/api/auth/', credentials)).token
  const venue = await call<{ id: number }>('POST', '/api/venue/', { name: 'Bench' })
  const { results } = await call<{ results: { id: number }[] }>('GET', '/api/machines/?limit=1')
  const machine = await call<{ id: number }>('POST', '/api/venuemachine/', { venue: venue.id, machine: results[0]!.id })
  const board = await call<{ id: number }>('POST', '/api/scoreboard/', { title: 'Bench', is_public: true, venuemachine_items: [{ venuemachine: machine.id }] })
  const { key } = await call<{ key: string }>('POST', `/api/venuemachine/${machine.id}/device_key/`)

  const session = crypto.randomUUID()
  return {
    url,
    pid: child.pid!,
    board: board.id,
    post: async (sequence, score) => {
      const answer = await fetch(`${url}/api/entry/`, {
        method: 'POST',
        headers: { authorization: `Token ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(fourPlayerEntry(session, sequence, score)),
      })
      await answer.text()
      return answer.status
    },
    stop: async () => {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
      rmSync(data, { recursive: true, force: true })
    },
  }
}
