import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { seedCatalogue } from '../../core/catalogue/seed'
import { useTestDatabase } from '../../testing'
import { StartError } from '../process/startError'
import { openDatabase } from './index'

const database = useTestDatabase()

test('a PostgreSQL that does not sync is refused', async () => {
  // The throwaway one of the tests is such a one.
  await expect(openDatabase({ dataFolder: '/nowhere', databaseUrl: database.url })).rejects.toThrow(
    new StartError(
      'The PostgreSQL of DATABASE_URL has fsync, full_page_writes, synchronous_commit switched off: a power cut would lose scores. Switch them on.',
    ),
  )
})

test('OPS-09 more connections than a PostgreSQL has to give are refused at the start', async () => {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'multiball-connections-'))
  await expect(openDatabase({ dataFolder, databaseConnections: 37 }, { role: 'server' })).rejects.toThrow(
    new StartError(
      'DATABASE_CONNECTIONS is 37, but this PostgreSQL allows only 36. Lower it, or raise max_connections.',
    ),
  )
  const options = { role: 'server', seed: seedCatalogue } as const
  const { db, close } = await openDatabase({ dataFolder, databaseConnections: 36 }, options)
  expect(await db.selectFrom('machines').select('id').limit(1).execute()).toHaveLength(1)
  await close()
  await rm(dataFolder, { recursive: true })
}, 60_000)

test('numbers, moments, bytes and scores are read as tables.ts says', async () => {
  const machine = await database.db.selectFrom('machines').select('id').limit(1).executeTakeFirstOrThrow()
  expect(typeof machine.id).toBe('number')
  const user = await database.db
    .insertInto('users')
    .values({ username: 'ann', email: 'a@example.com', password_hash: '-', first_name: 'Ann', last_name: 'Bell' })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow()
  expect(user.created_at).toBeInstanceOf(Date)
  const venue = await database.db
    .insertInto('venues')
    .values({ owner_id: user.id, name: 'Bar' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const standing = await database.db
    .insertInto('venue_machines')
    .values({ venue_id: venue.id, machine_id: machine.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const game = await database.db
    .insertInto('games')
    .values({
      venue_machine_id: standing.id,
      session_uuid: crypto.randomUUID(),
      sequence: 9_223_372_036_854_775_807n,
      scores: [9_223_372_036_854_775_807n, null, 5n],
    })
    .returning(['sequence', 'scores', 'game_modes'])
    .executeTakeFirstOrThrow()
  expect(game).toEqual({ sequence: '9223372036854775807', scores: ['9223372036854775807', null, '5'], game_modes: [] })
})
