import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { migrationNames } from '../ground/database/migrate'
import { serverFolder } from '../ground/process/config'
import { call, useTestDatabase } from '../testing'
import { buildWholeApp } from '../testing/wholeApp'
import { openBackup } from './backupFile'
import { restoreBackup } from './restoreBackup'

/* The oldest backup of an earlier program, which goes through all migrations; those between are in oldBackups.large.test.ts. */

const folder = path.join(serverFolder, 'fixtures/backups')

describe('a database of the first release', () => {
  const database = useTestDatabase()

  beforeAll(async () => {
    expect((await restoreBackup(database.url, path.join(folder, '0001.zip'))).migrations).toEqual(['0001_foundation'])
  })

  test('is brought up to date, with the catalogue of today', async () => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database.db)
    expect(rows.map(({ name }) => name)).toEqual(migrationNames)
    const { rows: machines } = await sql<{ count: number }>`select count(*) from machines`.execute(database.db)
    expect(machines[0]!.count).toBeGreaterThanOrEqual(538)
  })

  test('CAT-01 every machine keeps its id, none is lost or doubled, and those of venues are the same', async () => {
    const { manifest, rowsOf, close } = await openBackup(path.join(folder, '0001.zip'))
    const rows = (await text(await rowsOf('machines')))
      .trim()
      .split('\n')
      .map((row) => row.split('\t'))
    const { columns } = manifest.tables.find(({ name }) => name === 'machines')!
    close()
    const before = rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]!])))
    expect(before).toHaveLength(538)
    const { rows: after } = await sql<{
      id: number
      name: string
      opdb_id: string
    }>`select id, name, opdb_id from machines order by id`.execute(database.db)
    expect([new Set(after.map(({ id }) => id)).size, after.length]).toEqual([2578, 2578])
    const letters = (name: string) => [...name.toLowerCase().replace(/[^a-z0-9]/g, '')].sort().join('')
    // Called as before; articles stand where people read them.
    expect(before.map(({ id, name }) => [id, letters(name!)])).toEqual(
      before.map(({ id }) => [id, letters(after.find((machine) => String(machine.id) === id)!.name)]),
    )
    const renumbered = before.filter(
      ({ id, opdb_id }) => after.find((machine) => String(machine.id) === id)!.opdb_id !== opdb_id,
    )
    expect(renumbered.map(({ name }) => name).sort()).toEqual(['Buck Rogers', 'Dragon', 'Rio', 'Spirit of 76'])
    expect(after.filter(({ name }) => / (?:The|A|An)$/.test(name.replace(',', '')) && name.includes(', '))).toEqual([])
    expect(after.find(({ opdb_id }) => opdb_id === 'G4ODR-MLzY7')!.name).toBe(
      'The Addams Family Special Collectors Edition / Gold',
    )
  })

  test('its scores know their title and their player', async () => {
    const { rows } = await sql`
      select s.position, s.score::text, m.name as machine, u.username as player
      from settled_scores s join machines m on m.id = s.machine_id left join users u on u.id = s.user_id order by s.game_id, s.position
    `.execute(database.db)
    const medieval = expect.stringContaining('Medieval Madness')
    const mars = expect.stringContaining('Attack From Mars')
    expect(rows).toEqual([
      { position: 1, score: '1284906530', machine: medieval, player: 'jürgen' },
      { position: 2, score: '38914220', machine: medieval, player: null },
      { position: 1, score: '9007199254740993', machine: medieval, player: null },
      { position: 1, score: '500000', machine: mars, player: 'maria' },
      { position: 2, score: '400000', machine: mars, player: null },
      { position: 3, score: '300000', machine: mars, player: null },
      { position: 4, score: '200000', machine: mars, player: null },
    ])
  })

  test('its people log in, however long ago they registered, and find their boards and the running game', async () => {
    await sql`update users set created_at = created_at - interval '1 year'`.execute(database.db)
    const { app, close } = await buildWholeApp(database.db)
    const login = (username: string) =>
      call(app, 'POST', '/api/auth/', { body: { username, password: 'Plunger-7-lane' } })
    const { token } = (await login('maria')).body as { token: string }
    expect((await login('jürgen')).status).toBe(200)
    const owned = (await call(app, 'GET', '/api/user_profile/get/', { token })).body as { id: number }
    const list = (await call(app, 'GET', `/api/scoreboard/?owner=${owned.id}&ordering=id`, { token })).body as {
      results: { id: number; title: string; is_public: boolean; venuemachine_items: unknown[] }[]
    }
    expect(
      list.results.map(({ title, is_public, venuemachine_items }) => [title, is_public, venuemachine_items.length]),
    ).toEqual([
      ['Front window', true, 1],
      ['Back office', false, 2],
    ])
    const back = await call(app, 'GET', `/api/scoreboard/${list.results[1]!.id}/scores/`, { token })
    expect(back.body).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({ settled_on: null, scores: [expect.objectContaining({ score: 77000 })] }),
      ]),
    })
    // The number of the board that was taken down is not given again.
    const made = await call(app, 'POST', '/api/leaderboard/', {
      token,
      body: { title: 'All time', is_public: true, items: [{ type: 'venuemachine', id: 1 }] },
    })
    expect(made.status).toBe(201)
    const top = await call(app, 'GET', `/api/leaderboard/${(made.body as { id: number }).id}/scores/`, { token })
    expect(top.text).toContain('9007199254740993')
    await close()
  })
})
