import { readFile, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { isReady, useProcesses } from './testing/processes'

const patienceMs = 60_000
const processes = useProcesses()

const start = (environment: Record<string, string> = {}) => processes.run('server/src/main.ts', { DATA_DIR: processes.folder, ...environment })

const postgresPid = async () => Number.parseInt(await readFile(path.join(processes.folder, 'postgres/cluster/postmaster.pid'), 'utf8').catch(() => ''), 10)

const register = (address: string, username: string) =>
  fetch(`${address}/api/account/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'Sup3r!secret', first_name: 'Ann', last_name: 'Bell', email: `${username}@example.com` }),
  })

/** Servers that are not there, and what opens them: in settings, and in files. */
const away = { NATS_URL: 'nats://user:N4tsS3cret@127.0.0.1:1', SMTP_URL: 'smtp://user:Sm7pS3cret@127.0.0.1:1', BACKUP_S3_URL_FILE: 's3-url', OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Otl9S3cret' }
const inFile = 'http://S3KeyS3cret:S3SecretS3cret@127.0.0.1:1/bucket'

test('OPS-12 starts, refuses a second one, survives kill -9 with all it has acknowledged, and stops cleanly', async () => {
  await writeFile(path.join(processes.folder, 's3-url'), inFile)
  const first = start({ ...away, BACKUP_S3_URL_FILE: path.join(processes.folder, away.BACKUP_S3_URL_FILE), LOG_LEVEL: 'trace' })
  const address = await first.says(isReady)
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect((await register(address, 'ann')).status).toBe(201)

  const second = await start().ended
  expect(second).toEqual({ code: 1, output: expect.stringContaining(`Multiball is already running on ${processes.folder} (process ${first.child.pid}).`) })
  expect((await fetch(`${address}/readyz`)).status).toBe(200)

  await first.says(/in the background/)
  first.child.kill('SIGKILL')
  const { output } = await first.ended
  // The servers that are away are named, or this shows nothing.
  expect(output).toContain('NATS at 127.0.0.1:1')
  expect(output).not.toMatch(/S3cret|Sup3r!secret/)
  expect(output.includes('Multiball runs as root, which it does not need')).toBe(process.getuid?.() === 0)
  const third = start()
  const again = await third.says(isReady)
  expect(await (await register(again, 'ann')).json()).toEqual({ username: ['This username is already taken'] })

  third.child.kill('SIGTERM')
  expect(await third.ended).toEqual({ code: 0, output: expect.stringContaining('Stopping (SIGTERM)…') })
  expect(await postgresPid()).toBeNaN()
  await expect(readFile(path.join(processes.folder, 'multiball.lock'))).rejects.toThrow('ENOENT')
}, patienceMs)

test('a signal while it starts stops it too', async () => {
  const server = start()
  await server.says(/Starting the database/)
  server.child.kill('SIGINT')
  expect((await server.ended).code).toBe(0)
  expect(await postgresPid()).toBeNaN()
}, patienceMs)

test('a failure while it starts stops it once that is through, and counts', async () => {
  const failing = "const timer = setInterval(() => { if (process.listenerCount('unhandledRejection')) { clearInterval(timer); Promise.reject(new Error('early')) } }, 1)"
  const { code, output } = await start({ NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(failing)}` }).ended
  expect([code, output]).toEqual([1, expect.stringContaining('Multiball has failed and stops.')])
  expect(await postgresPid()).toBeNaN()
}, patienceMs)

test('it stops in order, too, when nobody reads any more what it prints', async () => {
  const server = start()
  await server.says(isReady)
  server.child.stdout!.destroy()
  server.child.stderr!.destroy()
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(await postgresPid()).toBeNaN()
}, patienceMs)

test('a port in use is named, and nothing is left running', async () => {
  const taken = net.createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as net.AddressInfo
  expect(await start({ PORT: String(port) }).ended).toEqual({ code: 1, output: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use. Set PORT to a free one.`) })
  expect(await start({ METRICS_PORT: String(port) }).ended).toEqual({ code: 1, output: expect.stringContaining(`Port ${port} of 127.0.0.1 is in use. Set METRICS_PORT to a free one.`) })
  expect(await postgresPid()).toBeNaN()
  taken.close()
}, patienceMs)

test.each([
  ['a setting that cannot be', { PORT: 'x' }, 'PORT cannot be "x": a whole number is expected.'],
  ['a PostgreSQL that is not there', { DATABASE_URL: 'postgres://a:D4taS3cret@127.0.0.1:1/x' }, 'The PostgreSQL of DATABASE_URL does not answer: connect ECONNREFUSED 127.0.0.1:1'],
])('%s is named', async (_title, environment, sentence) => {
  const outcome = await start(environment).ended
  expect(outcome).toEqual({ code: 1, output: expect.stringContaining(sentence) })
  expect(outcome.output).not.toMatch(/\.[jt]s:\d|S3cret/)
}, patienceMs)
