import { useTestDatabase } from '../testing'
import { inOrderOfReferences, readTables, withSession } from './tables'

const database = useTestDatabase()

test('the tables of Multiball can be filled one after the other', async () => {
  const tables = await withSession(database.url, undefined, readTables)
  const ordered = inOrderOfReferences(tables)
  expect(ordered.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name))
  for (const [place, { name, references }] of ordered.entries()) {
    for (const reference of references)
      expect(ordered.slice(0, place).map((before) => before.name)).toContain(reference === name ? undefined : reference)
  }
  expect(tables.find(({ name }) => name === 'tokens')).toEqual({
    name: 'tokens',
    columns: ['hash', 'user_id', 'created_at', 'id', 'used_at', 'device'],
    identity: 'id',
    references: ['users'],
  })
  expect(tables.find(({ name }) => name === 'users')).toMatchObject({ identity: 'id' })
  expect(tables.map(({ name }) => name)).not.toContain('kysely_migration')
})

test('a ring is named', () => {
  expect(() =>
    inOrderOfReferences([
      { name: 'a', references: ['b'] },
      { name: 'b', references: ['a'] },
    ]),
  ).toThrow('These tables refer to each other in a ring: a, b')
})
