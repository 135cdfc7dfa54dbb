import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { useTestDatabase } from '../testing'
import { callsOf } from './fuzzCall'
import { requestsOf } from './requests'
import type { GeneratedRequest } from './requests'
import { buildStage } from './stage'
import type { Stage } from './stage'

const database = useTestDatabase()
const runs = Number(process.env.FUZZ_RUNS ?? 500)
const seed = Number(process.env.FUZZ_SEED ?? 20_260_101)
const patienceMs = 600_000
let stage: Stage
let address: string

beforeAll(async () => {
  stage = await buildStage(database.db)
  const { app, composition } = stage.whole
  composition.attach!(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
afterAll(() => stage.close())

interface Shown {
  status: number
  text: string
  headers: Record<string, string>
}

/** What both must have in common: nothing of this exchange alone. */
const shown = (status: number, text: string, headers: Iterable<[string, string]>): Shown => {
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, 'x-request-id': id = '', ...rest } = Object.fromEntries(headers)
  return { status, text: id ? text.replaceAll(id, 'ID') : text, headers: rest }
}

async function overSocket(headers: Record<string, string>, payload: GeneratedRequest['payload']): Promise<Shown> {
  const answer = await fetch(`${address}/api/entry/`, { method: 'POST', headers, body: payload })
  return shown(answer.status, await answer.text(), answer.headers)
}

async function fromFramework(headers: Record<string, string>, payload: GeneratedRequest['payload']): Promise<Shown> {
  const { statusCode, body, headers: all } = await stage.app.inject({ method: 'POST', url: '/api/entry/', headers, payload })
  return shown(statusCode, body, Object.entries(all).map(([name, value]): [string, string] => [name, String(value)]))
}

test(
  `API-10 ${runs} generated entries over sockets are answered as the framework answers them`,
  async () => {
    const call = callsOf(stage).find(({ method, path }) => method === 'POST' && path === '/api/entry/')!
    const entries = requestsOf(call, stage.document.components.schemas, () => stage.world).filter(({ payload }) => payload !== undefined && payload.length < 10_000)
    await fc.assert(
      fc.asyncProperty(entries, async ({ headers: all, payload }) => {
        const headers = Object.fromEntries(Object.entries(all).filter(([name, value]) => ['authorization', 'content-type'].includes(name) && /^[ -~]+$/.test(value)))
        // Text is given a type where it has none.
        const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
        const usual = await fromFramework(headers, bytes)
        expect(await overSocket(headers, bytes)).toEqual(usual)
      }),
      { numRuns: runs, seed },
    )
  },
  patienceMs,
)
