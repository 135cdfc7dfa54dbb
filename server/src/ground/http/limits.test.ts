import { sql } from 'kysely'
import { useTestDatabase } from '../../testing'
import { removeOldWindows, SharedLimit, WindowLimit } from './limits'

const database = useTestDatabase()

const clock = { now: 0 }
const limit = () => new WindowLimit(2, 1_000, () => clock.now)

beforeEach(() => {
  clock.now = 5_000
})

test('so many calls of one key within a window, each refused one told when the next is let through', () => {
  const calls = limit()
  const takes = [0, 300, 400, 999, 1_000, 1_001, 1_002].map((at) => {
    clock.now = 5_000 + at
    return calls.take('a')
  })
  expect(takes).toEqual([0, 0, 600, 1, 0, 0, 998])
})

test('what is forgotten does not count', () => {
  const calls = limit()
  for (let count = 0; count < 10; count += 1) {
    expect(calls.take('a')).toBe(0)
    calls.forget('a')
  }
  expect([calls.take('a'), calls.take('a'), calls.take('a') > 0]).toEqual([0, 0, true])
})

test('RUN-03 a clock that is set back by a day makes no window longer', () => {
  const calls = new WindowLimit(1, 1_000)
  calls.take('a')
  const now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000)
  expect(calls.take('a')).toBeLessThanOrEqual(1_000)
  now.mockRestore()
})

test('keys do not hold each other up', () => {
  const calls = limit()
  calls.take('a')
  calls.take('a')
  expect([calls.take('a') > 0, calls.take('b')]).toEqual([true, 0])
})

test('however many keys, memory stays bounded: the oldest are forgotten, the youngest ten thousand never', () => {
  const calls = limit()
  let others = 0
  const seeOthers = () => {
    for (let count = 0; count < 9_999; count += 1) calls.take(`other ${(others += 1)}`)
  }
  for (const key of ['old', 'old']) calls.take(key)
  seeOthers()
  for (const key of ['young', 'young']) calls.take(key)
  seeOthers()
  expect(calls.take('young')).toBeGreaterThan(0)
  seeOthers()
  expect(calls.take('old')).toBe(0)
})

describe('LOAD-03 a limit that processes share', () => {
  const pass = (ms: number) => sql`update call_windows set until = until - ${ms}::float8 * interval '1 ms'`.execute(database.db)
  const outcome = (calling: Promise<void>) => calling.then(() => 'counted', ({ status }: { status: number }) => status)

  test('they count together, each key and each name by itself, until the window is over', async () => {
    const [one, other] = [new SharedLimit(database.db, 'tries', 3, 60_000), new SharedLimit(database.db, 'tries', 3, 60_000)]
    const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => outcome((at % 2 ? one : other).count('ann'))))
    expect(outcomes.filter((each) => each === 'counted')).toHaveLength(3)
    expect(outcomes.filter((each) => each === 429)).toHaveLength(5)
    expect(await outcome(one.count('bob'))).toBe('counted')
    expect(await outcome(new SharedLimit(database.db, 'others', 3, 60_000).count('ann'))).toBe('counted')
    await pass(59_000)
    expect(await outcome(one.count('ann'))).toBe(429)
    await pass(1_000)
    expect(await outcome(other.count('ann'))).toBe('counted')
  })

  test('what is forgotten in one does not count in the other; nothing that was typed is kept; what is over is removed', async () => {
    const [one, other] = [new SharedLimit(database.db, 'logins', 1, 60_000), new SharedLimit(database.db, 'logins', 1, 60_000)]
    await one.count('eve')
    await other.forget('eve')
    expect(await outcome(one.count('eve'))).toBe('counted')
    const kept = async () => (await sql<{ key: string }>`select encode(key, 'escape') as key from call_windows`.execute(database.db)).rows
    expect(JSON.stringify(await kept())).not.toContain('eve')
    await removeOldWindows(database.db)
    expect((await kept()).length).toBeGreaterThan(0)
    await pass(120_000)
    await removeOldWindows(database.db)
    expect(await kept()).toEqual([])
  })

  test('RUN-03 a clock that was a day ahead makes no window longer', async () => {
    const limit = new SharedLimit(database.db, 'clock', 1, 60_000)
    await limit.count('ann')
    await pass(-86_400_000)
    expect(await outcome(limit.count('ann'))).toBe('counted')
  })
})
