import type { Kysely } from 'kysely'
import { Chores } from './chores'
import type { Tables } from './ground/database'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('a chore that is at work when the server stops is waited for, whether it succeeds or not, and none is begun after it', async () => {
  const errors: unknown[] = []
  const chores = new Chores({} as Kysely<Tables>, (error) => errors.push(error))
  const log: string[] = []
  const endings: (() => void)[] = []
  chores.every(1_000, async () => {
    log.push('begun')
    await new Promise<void>((resolve, reject) => endings.push(resolve, () => reject(new Error('broke off'))))
    log.push('done')
  })
  jest.advanceTimersByTime(2_000)
  const stopped = chores.stop().then(() => log.push('stopped'))
  jest.advanceTimersByTime(5_000)
  await Promise.resolve()
  expect(log).toEqual(['begun', 'begun'])
  endings[0]!()
  await Promise.resolve()
  endings[3]!()
  await stopped
  expect(log).toEqual(['begun', 'begun', 'done', 'stopped'])
  expect(errors).toEqual([new Error('broke off')])
})

test('RUN-02 a chore that would take long is told that the server stops', async () => {
  const taken = {
    executeQuery: async () => ({ rows: [{}] }),
    transformQuery: (node: unknown) => node,
    compileQuery: () => ({}),
  }
  const chores = new Chores({ getExecutor: () => taken } as unknown as Kysely<Tables>, () => {})
  const begun = new Promise<AbortSignal>((resolve) => {
    chores.byOne('tidy', 1_000, async (ending) => {
      resolve(ending)
      await new Promise((done) => ending.addEventListener('abort', done))
    })
  })
  jest.advanceTimersByTime(1_000)
  expect((await begun).aborted).toBe(false)
  await chores.stop()
})
