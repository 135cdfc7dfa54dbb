import { CompiledQuery, sql } from 'kysely'
import { useTestDatabase } from '../../testing'
import { openWire } from '../../testing/wire'
import { keepPlan } from './keptPlans'
import { openPool } from './pool'

const database = useTestDatabase()

test('a connection that breaks in the middle of a query rejects that query; the next one has a new connection', async () => {
  const wire = await openWire(database.url)
  const { db, use } = openPool({ connectionString: wire.url, max: 1 })
  try {
    await sql`select 1`.execute(db)
    const asleep = sql`select pg_sleep(5)`.execute(db)
    const outcome = expect(asleep).rejects.toThrow(/terminated|ECONNRESET/)
    // The query is on its way once the connection is in use.
    while (use().inUse === 0) await new Promise(setImmediate)
    wire.drop()
    await outcome
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  } finally {
    await db.destroy()
    await wire.close()
  }
})

test('RUN-04 connections over which nothing arrives any more are given up together, and new ones take their place', async () => {
  const wire = await openWire(database.url)
  const { db, use } = openPool({ connectionString: wire.url, max: 3, answerWithinMs: 1_000 })
  const one = () => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one)
  try {
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.01)`.execute(db)))
    expect(use().idle).toBe(3)
    wire.swallow()
    await expect(one()).rejects.toThrow('Query read timeout')
    expect([await one(), use().idle]).toEqual([1, 1])
    // In a transaction, too.
    wire.swallow()
    await expect(db.transaction().execute((trx) => sql`select 1`.execute(trx))).rejects.toThrow()
    expect(await one()).toBe(1)
    wire.swallow()
  } finally {
    // Nothing waits for a connection that is dead.
    await db.destroy()
    await wire.close()
  }
})

test('RUN-15 connections to a database that has become read-only are given up, free ones too', async () => {
  const { db, use } = openPool({ connectionString: database.url, max: 2 })
  const write = () => sql`create table if not exists written (id int)`.execute(db)
  try {
    await Promise.all([1, 2].map(() => sql`set session characteristics as transaction read only`.execute(db)))
    await expect(write()).rejects.toThrow('read-only transaction')
    expect([use().idle, use().failures]).toEqual([2, 1])
    await write()
    expect(use().idle).toBe(1)
  } finally {
    await db.destroy()
  }
})

test('LOAD-14 a connection keeps the plan of a statement that says so; where connections are not what they were, as with pgbouncer, it is asked without', async () => {
  const { db } = openPool({ connectionString: database.url, max: 1 })
  const text = keepPlan('twice', 'select 2 * $1::int as doubled')
  const doubled = async (value: number) =>
    (await db.executeQuery<{ doubled: number }>(CompiledQuery.raw(text, [value]))).rows[0]!.doubled
  const kept = async () =>
    (await sql<{ name: string }>`select name from pg_prepared_statements`.execute(db)).rows.map(({ name }) => name)
  try {
    expect([await doubled(2), await doubled(3)]).toEqual([4, 6])
    expect(await kept()).toEqual(['twice'])
    await expect(doubled(2_000_000_000)).rejects.toThrow('out of range')
    expect(await kept()).toEqual(['twice'])
    await sql`deallocate all`.execute(db)
    expect([await doubled(4), await doubled(5)]).toEqual([8, 10])
    expect(await kept()).toEqual([])
  } finally {
    await db.destroy()
  }
})
