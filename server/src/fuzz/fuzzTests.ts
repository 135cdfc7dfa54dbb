import fc from 'fast-check'
import { useTestDatabase } from '../testing'
import { callsOf, fuzzCall } from './fuzzCall'
import { requestsOf } from './requests'
import type { GeneratedRequest } from './requests'
import { buildStage } from './stage'
import type { Stage } from './stage'

/** The same requests each time; `npm run fuzz` makes new ones. */
const seed = 20_260_101

interface Shown {
  status: number
  text: string
  headers: Record<string, string>
}

/** What both must have in common: nothing of this exchange alone. */
const shown = (status: number, text: string, headers: Iterable<[string, string]>): Shown => {
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _keepAlive,
    'x-request-id': id = '',
    ...rest
  } = Object.fromEntries(headers)
  return { status, text: id ? text.replaceAll(id, 'ID') : text, headers: rest }
}

/**
 * Tests that send generated requests to the complete server: so many to each call, and so many entries.
 * @param patienceMs for each test; jest's own unless given
 */
export function fuzzTests({ runs, entries, patienceMs }: { runs: number; entries: number; patienceMs?: number }): void {
  const database = useTestDatabase()
  let stage: Stage
  let address: string
  beforeAll(async () => {
    stage = await buildStage(database.db)
    address = await stage.whole.listen()
  })
  afterAll(() => stage.close())

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    `API-10 every %s: ${runs} generated requests, never an error of ours, never late, always as documented`,
    async (verb) => {
      const failures: string[] = []
      const meant = callsOf(stage).filter(({ method }) => method === verb)
      for (const call of meant)
        await fuzzCall(stage, call, { runs, seed }).catch((error: unknown) =>
          failures.push(error instanceof Error ? error.message : String(error)),
        )
      expect(failures.join('\n\n')).toBe('')
      expect(meant.length).toBeGreaterThan(5)
    },
    patienceMs,
  )

  async function overSocket(headers: Record<string, string>, payload: GeneratedRequest['payload']): Promise<Shown> {
    const answer = await fetch(`${address}/api/entry/`, { method: 'POST', headers, body: payload })
    return shown(answer.status, await answer.text(), answer.headers)
  }

  async function fromFramework(headers: Record<string, string>, payload: GeneratedRequest['payload']): Promise<Shown> {
    const {
      statusCode,
      body,
      headers: all,
    } = await stage.app.inject({ method: 'POST', url: '/api/entry/', headers, payload })
    return shown(
      statusCode,
      body,
      Object.entries(all).map(([name, value]): [string, string] => [name, String(value)]),
    )
  }

  test(
    `API-10 ${entries} generated entries over sockets are answered as the framework answers them`,
    async () => {
      await stage.renew()
      const call = callsOf(stage).find(({ method, path }) => method === 'POST' && path === '/api/entry/')!
      const generated = requestsOf(call, stage.document.components.schemas, () => stage.world).filter(
        ({ payload }) => payload !== undefined && payload.length < 10_000,
      )
      await fc.assert(
        fc.asyncProperty(generated, async ({ headers: all, payload }) => {
          const headers = Object.fromEntries(
            Object.entries(all).filter(
              ([name, value]) => ['authorization', 'content-type'].includes(name) && /^[ -~]+$/.test(value),
            ),
          )
          // Text is given a type where it has none.
          const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
          const usual = await fromFramework(headers, bytes)
          expect(await overSocket(headers, bytes)).toEqual(usual)
        }),
        { numRuns: entries, seed },
      )
    },
    patienceMs,
  )
}
