import type { FastifyInstance } from 'fastify'
import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import { Registry as Metrics } from 'prom-client'
import { buildTestApp, call, useTestDatabase } from '../../testing'
import { failuresRoutes } from './failures.routes'
import { VisitCounts, storeCounts } from './failures.service'
import { listFailures, readHealth, removeOldCounts, visitKey } from './failures.store'
import { VisitTokens } from './visitTokens'

const registry: Registry = {
  rev: 1,
  remotes: { 'mf-xy': { enabled: true, active: '1.0.0', versions: { '1.0.0': {} as RemoteVersion } } },
}
const good = { remote: 'mf-xy', version: '1.0.0', code: 'REMOTE_THREW', message: 'scores is not iterable' }

const database = useTestDatabase()
const logged: string[] = []
let app: FastifyInstance
let tokens: VisitTokens
let counts: VisitCounts
let token: string

beforeEach(async () => {
  counts = new VisitCounts()
  tokens = new VisitTokens({ readKey: () => visitKey(database.db) })
  token = (await tokens.issue())!
  logged.length = 0
  app = await buildTestApp(
    database.db,
    [failuresRoutes({ counts, tokens, registry: { read: async () => registry } })],
    {
      config: { publicUrl: 'http://localhost:3000', proxies: 0, logLevel: 'warn' },
      logStream: { write: (line) => logged.push(line) },
    },
  )
})
afterEach(() => app.close())

async function lines(): Promise<string[]> {
  const metrics = new Metrics()
  storeCounts(database.db, counts, metrics)
  return (await metrics.metrics()).split('\n').filter((line) => line.startsWith('multiball_remote'))
}

test.each<[string, object, string | undefined, number, number]>([
  ['a report of a page that we gave out', good, 'application/json', 204, 1],
  ['the same as a beacon, which any page could send', good, 'text/plain;charset=UTF-8', 415, 0],
  ['the same as a form', good, 'application/x-www-form-urlencoded', 415, 0],
  ['a token that we did not sign', { ...good, visit: 'AAAAAAAAAAAAAAAA.abc.AAAA' }, 'application/json', 403, 0],
  ['no token', { ...good, visit: undefined }, 'application/json', 400, 0],
  ['a version that nobody published', { ...good, version: '2.0.0' }, 'application/json', 204, 0],
  ['another name', { ...good, remote: '__proto__' }, 'application/json', 400, 0],
  ['a code with more in it', { ...good, code: 'A"} 1\nfake' }, 'application/json', 400, 0],
  ['a message without end', { ...good, message: 'x'.repeat(201) }, 'application/json', 400, 0],
])('SHP-03 %s', async (_what, body, type, status, counted) => {
  const answer = await call(app, 'POST', '/api/client-errors/', {
    body: JSON.stringify({ visit: token, ...body }),
    headers: { 'content-type': type! },
  })
  expect([answer.status, counts.take().length]).toEqual([status, counted])
})

test('SHP-03 what counts is a line in the log, once', async () => {
  for (let times = 0; times < 3; times++)
    await call(app, 'POST', '/api/client-errors/', { body: { visit: token, ...good } })
  expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ ...good, msg: 'a remote failed in a page' }),
  ])
})

test('PLT-03 how long a version took to load, and where in its files it failed, is kept with it', async () => {
  const { db } = database
  const frames = [{ file: 'mf-xy/1.0.0/12.abcdef01.js', line: 1, column: 4711 }]
  const loaded = (ms?: number) =>
    call(app, 'POST', '/api/client-errors/visits/', {
      body: { visit: token, loaded: [{ remote: 'mf-xy', version: '1.0.0', ms }] },
    })
  for (const ms of [80, 300, undefined, 40_000]) {
    token = (await tokens.issue())!
    expect((await loaded(ms)).status).toBe(204)
    await storeCounts(db, counts, new Metrics()).write()
  }
  for (const message of ['older', 'newer']) {
    token = (await tokens.issue())!
    expect(
      (
        await call(app, 'POST', '/api/client-errors/', {
          body: {
            visit: token,
            ...good,
            message,
            ...(message === 'newer' && { frames: 'mf-xy/1.0.0/12.abcdef01.js:1:4711' }),
          },
        })
      ).status,
    ).toBe(204)
    await storeCounts(db, counts, new Metrics()).write()
  }
  expect(await readHealth(db)).toEqual([
    { remote: 'mf-xy', version: '1.0.0', visits: 6, failed: 2, loads: [1, 0, 1, 0, 0, 0, 1] },
  ])
  expect(await listFailures(db, { limit: 10, offset: 0 })).toMatchObject({
    count: 1,
    rows: [{ ...good, message: 'newer', count: 2, frames }],
  })
  await removeOldCounts(db, new Date(Date.now() + 2 * 86_400_000))
})

test.each([
  'https://elsewhere.example/r/mf-xy/1.0.0/a.js:1:1',
  'mf-xy/1.0.0/../../secret.js:1:1',
  'mf-xy/../a.js:1:1',
  'mf-xy/1.0.0/a.js:0:1',
  'Ann Example',
  Array.from({ length: 13 }, () => 'mf-xy/1.0.0/a.js:1:1').join(' '),
])('PLT-03 %j is no line of a stack', async (frames) => {
  expect((await call(app, 'POST', '/api/client-errors/', { body: { visit: token, ...good, frames } })).status).toBe(400)
})

test('SHP-03 visits and failures of all servers are in the database, and stay when one of them restarts', async () => {
  await call(app, 'POST', '/api/client-errors/visits/', {
    body: { visit: token, loaded: [{ remote: 'mf-xy', version: '1.0.0' }] },
  })
  await call(app, 'POST', '/api/client-errors/', { body: { visit: token, ...good } })
  await storeCounts(database.db, counts, new Metrics()).write()
  // Another process: it signs with the same key, and adds to the same sums.
  const elsewhere = new VisitTokens({ readKey: () => visitKey(database.db) })
  expect(await elsewhere.read(token)).toBe(token.split('.')[0])
  counts.visited({ visit: 'another', address: '127.0.0.1' }, good, registry)
  expect(await lines()).toEqual([
    'multiball_remote_visits{remote="mf-xy",version="1.0.0"} 2',
    'multiball_remote_failed_visits{remote="mf-xy",version="1.0.0"} 1',
    'multiball_remote_failures{remote="mf-xy",version="1.0.0",code="REMOTE_THREW"} 1',
  ])
  expect(await database.db.selectFrom('remote_failures').select('message').execute()).toEqual([
    { message: good.message },
  ])
  await removeOldCounts(database.db, new Date(Date.now() + 2 * 86_400_000))
  expect(await lines()).toEqual([])
})
