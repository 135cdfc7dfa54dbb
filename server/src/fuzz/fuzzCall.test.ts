import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import * as v from 'valibot'
import { describes } from '../ground/http/operation'
import { parse } from '../ground/http/parse'
import { buildDocument } from '../edges/openapi/document'
import { buildTestApp, useTestDatabase } from '../testing'
import { callsOf, fuzzCall } from './fuzzCall'
import { kinds } from './stage'
import type { Rows, Stage, World } from './stage'

const database = useTestDatabase()
const Ball = v.object({ weight: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(200)) })
const errors: unknown[] = []
let app: FastifyInstance
let stage: Stage

const rows = Object.fromEntries(kinds.map((kind) => [kind, [1]])) as Rows
const world: World = {
  authorizations: {
    anonymous: undefined,
    owner: undefined,
    other: undefined,
    device: undefined,
    unpairedDevice: undefined,
    deviceKey: undefined,
    tv: undefined,
    unpairedTv: undefined,
    program: undefined,
    apiToken: undefined,
  },
  own: rows,
  others: rows,
  viewerKeys: ['key'],
  texts: ['text'],
}

beforeAll(async () => {
  app = await buildTestApp(database.db, [
    async (area) => {
      const described = describes({ summary: 'Weigh a ball', actor: 'anyone', body: Ball, answers: { 200: Ball } })
      area.post('/api/good/', described, async (request) => parse(Ball, request.body))
      area.post('/api/heavy/', described, async (request) => {
        const ball = parse(Ball, request.body)
        if (ball.weight > 150) throw new Error('It rolled away')
        return ball
      })
      area.post('/api/quiet/', described, async (request) => {
        const ball = parse(Ball, request.body)
        if (ball.weight > 150) errors.push(new Error('It fell down behind'))
        return ball
      })
    },
  ])
  await app.ready()
  const document = buildDocument(app.describedRoutes, { version: '0', serverUrl: '/' })
  const whole = {
    app,
    errors,
    causes: new Map(),
    composition: { areas: [] },
    metrics: new Registry(),
    listen: async () => '',
    close: async () => {},
  }
  stage = { app, whole, document, world, renew: async () => {}, close: async () => {} }
})
afterAll(() => app.close())

const fuzz = (path: string) =>
  fuzzCall(
    stage,
    callsOf(stage).find((call) => call.path === path)!,
    { runs: 500, seed: 7 },
  )

test('a call that keeps its word passes, with answers of both kinds', async () => {
  const counts = await fuzz('/api/good/')
  expect(counts[200]).toBeGreaterThan(50)
  expect(counts[400]).toBeGreaterThan(50)
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(500)
})

test('one that fails now and then is found, with the smallest request and the seed', async () => {
  await expect(fuzz('/api/heavy/')).rejects.toThrow(
    /POST \/api\/heavy\/, again with FUZZ_SEED=7[^]*"weight\\":151[^]*500 /,
  )
})

test('what fails behind a good answer is found too', async () => {
  await expect(fuzz('/api/quiet/')).rejects.toThrow(/In the background: Error: It fell down behind/)
})
