import net from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { sql } from 'kysely'
import { useTestDatabase } from '../testing'
import { openPool } from './pool'

const database = useTestDatabase()

/** Stands between a pool and the database; `drop` breaks every connection without a word, as a database that dies does. */
async function openWire() {
  const sockets = new Set<Socket>()
  const target = new URL(database.url)
  const server = net.createServer((near) => {
    const far = net.connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.port = String((server.address() as AddressInfo).port)
  const drop = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return { url: url.href, drop, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('a connection that breaks in the middle of a query rejects that query; the next one has a new connection', async () => {
  const wire = await openWire()
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
    wire.drop()
    await wire.close()
  }
})
