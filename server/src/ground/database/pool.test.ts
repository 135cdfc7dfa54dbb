import { sql } from 'kysely'
import { useTestDatabase } from '../../testing'
import { openWire } from '../../testing/wire'
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
