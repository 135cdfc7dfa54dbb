import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

const patienceMs = 60_000
const started: ChildProcess[] = []
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-main-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

interface Process {
  child: ChildProcess
  output(): string
  /** where it listens, or how it ended */
  outcome: Promise<{ address: string } | { code: number | null; output: string }>
  ended: Promise<number | null>
}

/** The server as `npm start` runs it. */
function start(environment: Record<string, string> = {}): Process {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(__dirname, 'main.ts')], {
    cwd: path.resolve(__dirname, '../..'),
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: folder, DEPLOY_DIR: path.join(folder, 'deploy'), ...environment },
  })
  started.push(child)
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const outcome = new Promise<Awaited<Process['outcome']>>((resolve) => {
    const gather = (chunk: Buffer) => {
      output += chunk.toString()
      const address = /ready: (http:\S+)/.exec(output)?.[1]
      if (address) resolve({ address })
    }
    child.stdout.on('data', gather)
    child.stderr.on('data', gather)
    void ended.then((code) => resolve({ code, output }))
  })
  return { child, ended, outcome, output: () => output }
}

const addressOf = async (server: Process) => {
  const outcome = await server.outcome
  if (!('address' in outcome)) throw new Error(outcome.output)
  return outcome.address
}

const postgresPid = async () => Number.parseInt(await readFile(path.join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => ''), 10)

const register = (address: string, username: string) =>
  fetch(`${address}/api/account/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Sup3r!secret', first_name: 'Ann', last_name: 'Bell', email: `${username}@example.com` }),
  })

test('starts, refuses a second one, survives kill -9 with all it has acknowledged, and stops cleanly', async () => {
  const first = start()
  const address = await addressOf(first)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect((await register(address, 'ann')).status).toBe(201)

  const second = await start().outcome
  expect(second).toEqual({ code: 1, output: expect.stringContaining(`Multiball is already running on ${folder} (process ${first.child.pid}).`) })
  expect((await fetch(`${address}/readyz`)).status).toBe(200)

  first.child.kill('SIGKILL')
  await first.ended
  const third = start()
  const again = await addressOf(third)
  expect(await (await register(again, 'ann')).json()).toEqual({ username: ['This username is already taken'] })

  third.child.kill('SIGTERM')
  expect(await third.ended).toBe(0)
  expect(third.output()).toContain('Stopping (SIGTERM)…')
  expect(await postgresPid()).toBeNaN()
  await expect(readFile(path.join(folder, 'multiball.lock'))).rejects.toThrow('ENOENT')
}, patienceMs)

test('a signal while it starts stops it too', async () => {
  const server = start()
  await new Promise<void>((resolve) => server.child.stdout!.on('data', (chunk: Buffer) => void (String(chunk).includes('Starting the database') && resolve())))
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
  expect(await postgresPid()).toBeNaN()
}, patienceMs)

test('it stops in order, too, when nobody reads any more what it prints', async () => {
  const server = start()
  await addressOf(server)
  server.child.stdout!.destroy()
  server.child.stderr!.destroy()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(await postgresPid()).toBeNaN()
}, patienceMs)

test('a port in use is named, and nothing is left running', async () => {
  const taken = net.createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as net.AddressInfo
  expect(await start({ PORT: String(port) }).outcome).toEqual({ code: 1, output: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use. Set PORT to a free one.`) })
  expect(await start({ METRICS_PORT: String(port) }).outcome).toEqual({ code: 1, output: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use. Set METRICS_PORT to a free one.`) })
  expect(await postgresPid()).toBeNaN()
  taken.close()
}, patienceMs)

test.each([
  ['a setting that cannot be', { PORT: 'x' }, 'PORT cannot be "x": a whole number is expected.'],
  ['a PostgreSQL that is not there', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' }, 'The PostgreSQL of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1'],
])('%s is named', async (_title, environment, sentence) => {
  const outcome = await start(environment).outcome
  expect(outcome).toEqual({ code: 1, output: expect.stringContaining(sentence) })
  expect((outcome as { output: string }).output).not.toMatch(/\.ts:\d/)
}, patienceMs)
