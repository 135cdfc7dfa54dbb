import { sql } from 'kysely'
import { useTestDatabase } from '../../testing'
import { connect } from '../database/pool'
import { removeOldWindows, ReportedLimit, SharedLimit, WindowLimit } from './limits'

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

test('what is counted by its amount is let through as far as there is room for it', () => {
  const bytes = new WindowLimit(100, 1_000, () => clock.now)
  expect([60, 50, 40, 1].map((amount) => bytes.take('a', amount) === 0)).toEqual([true, false, true, false])
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
  const pass = async (ms: number) => {
    clock.now += ms
    await sql`update call_windows set until = until - ${ms}::float8 * interval '1 ms'`.execute(database.db)
  }
  const shared = (name: string, max: number, db = database.db) =>
    new SharedLimit({ db, name }, max, 60_000, () => clock.now)
  const outcome = (calling: Promise<void>) =>
    calling.then(
      () => 'counted',
      ({ status }: { status: number }) => status,
    )
  const outcomes = (calls: number, count: (at: number) => Promise<void>) =>
    Promise.all(Array.from({ length: calls }, (_, at) => outcome(count(at))))
  const granted = (all: unknown[]) => all.filter((each) => each === 'counted').length

  test('they count together, each key and each name by itself, until the window is over', async () => {
    const [one, other] = [shared('tries', 3), shared('tries', 3)]
    const all = await outcomes(8, (at) => (at % 2 ? one : other).count('ann'))
    expect(granted(all)).toBe(3)
    expect(all.filter((each) => each === 429)).toHaveLength(5)
    expect(await outcome(one.count('bob'))).toBe('counted')
    expect(await outcome(shared('others', 3).count('ann'))).toBe('counted')
    await pass(59_000)
    expect(await outcome(one.count('ann'))).toBe(429)
    await pass(1_000)
    expect(await outcome(other.count('ann'))).toBe('counted')
  })

  test('what is forgotten in one does not count in the other; nothing that was typed is kept; what is over is removed', async () => {
    const [one, other] = [shared('logins', 1), shared('logins', 1)]
    await one.count('eve')
    await other.forget('eve')
    expect(await outcome(one.count('eve'))).toBe('counted')
    const kept = async () =>
      (await sql<{ key: string }>`select encode(key, 'escape') as key from call_windows`.execute(database.db)).rows
    expect(JSON.stringify(await kept())).not.toContain('eve')
    await removeOldWindows(database.db)
    expect((await kept()).length).toBeGreaterThan(0)
    await pass(120_000)
    await removeOldWindows(database.db)
    expect(await kept()).toEqual([])
  })

  test('RUN-03 a clock that was a day ahead makes no window longer', async () => {
    const limit = shared('clock', 1)
    await limit.count('ann')
    await pass(-86_400_000)
    expect(await outcome(limit.count('ann'))).toBe('counted')
  })

  test('a flood that is refused asks the database once a second', async () => {
    let asked = 0
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => ((asked += 1), node),
      transformResult: async ({ result }) => result,
    })
    const limit = shared('flood', 1, db)
    await outcomes(2, () => limit.count('ann'))
    expect(granted(await outcomes(100, () => limit.count('ann')))).toBe(0)
    expect(asked).toBe(2)
    await pass(1_000)
    expect(granted(await outcomes(1, () => limit.count('ann')))).toBe(0)
    expect(asked).toBe(3)
  })

  test('one that is not worth a statement each is told of now and then: together they let through hardly more', async () => {
    const [one, other] = [0, 1].map(
      () => new ReportedLimit({ db: database.db, name: 'openings' }, 600, 60_000, () => clock.now),
    ) as [ReportedLimit, ReportedLimit]
    const counted = async () =>
      (
        await sql<{ count: number }>`select coalesce(sum(count), 0)::int as count from call_windows`.execute(
          database.db,
        )
      ).rows[0]!.count
    await sql`delete from call_windows`.execute(database.db)
    for (let count = 0; count < 9; count += 1) expect([one.take('ann'), other.take('ann')]).toEqual([0, 0])
    expect(await counted()).toBe(0)
    for (let count = 9; count < 590; count += 1) expect(one.take('ann')).toBe(0)
    for (let tries = 0; (await counted()) < 590; tries += 1) expect(tries).toBeLessThan(10_000)
    // Its tenth, which makes them six hundred.
    expect(other.take('ann')).toBe(0)
    let more = 0
    for (; other.take('ann') === 0; more += 1) await counted()
    expect(more).toBeLessThan(300)
    expect(other.take('ann')).toBeLessThanOrEqual(60_000)
    expect(other.take('bob')).toBe(0)
    await pass(60_000)
    expect(other.take('ann')).toBe(0)
  })

  test('LOAD-16 while the database does not answer each process counts on its own: no caller is locked out, and none calls without end', async () => {
    const away = connect({ connectionString: 'postgres://nobody@127.0.0.1:1/none' })
    try {
      const [one, other] = [shared('away', 3, away), shared('away', 3, away)]
      expect(granted(await outcomes(8, (at) => (at % 2 ? one : other).count('ann')))).toBe(6)
      expect(await outcomes(1, () => one.count('ann'))).toEqual([429])
      await pass(60_000)
      expect(granted(await outcomes(4, () => one.count('ann')))).toBe(3)
      const openings = new ReportedLimit({ db: away, name: 'away' }, 60, 60_000, () => clock.now)
      const takes = Array.from({ length: 70 }, () => openings.take('ann'))
      expect(takes.filter((wait) => wait === 0)).toHaveLength(60)
    } finally {
      await away.destroy()
    }
  })
})
