import net from 'node:net'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { readConfig } from './ground/process/config'
import { gauge } from './ground/http/metrics'
import { startServer } from './server'
import type { RunningServer } from './server'

let folder: string
let server: RunningServer
const events: string[] = []
let letGo = () => {}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-server-'))
  await chmod(folder, 0o755)
  const config = readConfig({ PORT: '0', DATA_DIR: folder, METRICS_PORT: '0', LOG_LEVEL: 'silent' })
  server = await startServer(
    config,
    ({ db, metrics }) => {
      gauge(metrics, 'multiball_tests', 'Of this test', () => 7)
      return {
        areas: [
          async (app) => {
            app.get('/api/slow/', async () => {
              events.push('slow begins')
              await new Promise<void>((resolve) => {
                letGo = resolve
              })
              return { events: [...events] }
            })
          },
        ],
        attach: () => void events.push('attach'),
        drain: async () => void events.push(`drain: ${(await server.app.inject('/readyz')).statusCode}`),
        close: async () =>
          void events.push(`close: ${(await sql<{ one: number }>`select 1 as one`.execute(db)).rows[0]?.one}`),
      }
    },
    () => {},
  )
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

test('metrics are on a port of their own, and nowhere else', async () => {
  const [address] = server.addresses
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  expect((await fetch(`${address}/nowhere/at/all`)).status).toBe(404)
  const text = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('process_cpu_seconds_total')
  expect(text).toContain('multiball_database_queries_waiting 0\n')
  expect(text).toContain('# TYPE multiball_tests gauge\nmultiball_tests 7\n')
  expect(text).toContain('multiball_http_request_seconds_count{route="GET /healthz",status="2xx"} 1\n')
  expect(text).toContain('multiball_http_request_seconds_count{route="GET none",status="4xx"} 1\n')
  expect((await fetch(`${address}/metrics`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${server.metricsPort}/`)).status).toBe(404)
})

test('a port in use is named, and nothing is left running', async () => {
  const taken = net.createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as net.AddressInfo
  const start = (settings: Record<string, string>) =>
    startServer(
      readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: server.foundation.databaseUrl, ...settings }),
      () => ({ areas: [] }),
      () => {},
    )
  const serving = () =>
    sql<{ pid: number }>`select pid from pg_stat_activity where usename = current_user order by pid`.execute(
      server.foundation.db,
    )
  const before = (await serving()).rows.length
  await expect(start({ PORT: String(port) })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use. Set PORT to a free one.`,
  )
  await expect(start({ METRICS_PORT: String(port) })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is in use. Set METRICS_PORT to a free one.`,
  )
  expect((await serving()).rows.length).toBeLessThanOrEqual(before)
  taken.close()
})

test('RUN-16 stopping: not ready, sockets away, requests at work are finished while others are still answered, silent connections are cut, then the areas, then the database', async () => {
  const port = Number(new URL(server.addresses[0]!).port)
  // Browsers keep one in reserve, and one may stop in the middle of a request's head.
  const silent = ['', 'GET / HTTP/1.1\r\nHost: x\r\n'].map((head) =>
    net
      .connect(port, '127.0.0.1', function (this: net.Socket) {
        this.write(head)
      })
      .on('error', () => {}),
  )
  const slow = fetch(`${server.addresses[0]}/api/slow/`)
  while (!events.includes('slow begins')) await new Promise((resolve) => setImmediate(resolve))
  const stopped = server.stop()
  while (!events.includes('drain: 503')) await new Promise((resolve) => setImmediate(resolve))
  expect((await fetch(`${server.addresses[0]}/healthz`)).status).toBe(200)
  letGo()
  expect((await slow).status).toBe(200)
  await stopped
  expect(silent.map(({ destroyed }) => destroyed)).toEqual([true, true])
  expect(events).toEqual(['attach', 'slow begins', 'drain: 503', 'close: 1'])
  await expect(fetch(`${server.addresses[0]}/healthz`)).rejects.toThrow('fetch failed')
  await expect(sql`select 1`.execute(server.foundation.db)).rejects.toThrow(/destroyed/)
})
