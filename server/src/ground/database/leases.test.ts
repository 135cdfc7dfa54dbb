import { sql } from 'kysely'
import { useTestDatabase } from '../../testing'
import { takeLease } from './leases'

const database = useTestDatabase()
const pass = (ms: number) =>
  sql`update turns set taken_until = taken_until - ${ms}::float8 * interval '1 ms'`.execute(database.db)

test('LOAD-02 of many processes one gets the lease, and the next one when its time has come', async () => {
  const ask = async () =>
    (await Promise.all(Array.from({ length: 5 }, () => takeLease(database.db, 'sweep', 60_000)))).filter(Boolean)
  expect(await ask()).toHaveLength(1)
  expect(await ask()).toHaveLength(0)
  await pass(40_000)
  expect(await ask()).toHaveLength(0)
  await pass(20_000)
  expect(await ask()).toHaveLength(1)
})

test('LOAD-02 chores have leases of their own, and a clock that was a day ahead holds none up', async () => {
  expect(await takeLease(database.db, 'one', 60_000)).toBe(true)
  expect(await takeLease(database.db, 'other', 60_000)).toBe(true)
  await pass(-86_400_000)
  expect(await takeLease(database.db, 'one', 60_000)).toBe(true)
  expect(await takeLease(database.db, 'one', 60_000)).toBe(false)
})
