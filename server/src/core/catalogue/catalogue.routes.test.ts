import { CatalogueEntry, listOf, Machine, MachineGroup } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import { buildTestApp, call, useTestDatabase } from '../../testing'
import { catalogueRoutes } from './catalogue.routes'
import { seedCatalogue } from './seed'

const database = useTestDatabase()
let app: FastifyInstance
beforeAll(async () => {
  app = await buildTestApp(database.db, [catalogueRoutes({ db: database.db })])
})
afterAll(() => app.close())

const Entries = listOf(v.strictObject(CatalogueEntry.entries))
const get = async <Schema extends v.GenericSchema>(schema: Schema, url: string) =>
  v.parse(schema, (await call(app, 'GET', url)).body)

test('API-05 the whole catalogue: 2,578 machines, those of the Open Pinball Database in 1,703 groups', async () => {
  const machines = await get(listOf(Machine), '/api/machines/?limit=5000')
  const groups = await get(listOf(MachineGroup), '/api/machinegroups/?limit=5000')
  expect([machines.count, machines.results.length, groups.count, groups.results.length]).toEqual([
    2578, 2578, 1703, 1703,
  ])
  const grouped = groups.results.flatMap((group) => group.machines)
  expect(new Set(grouped).size).toBe(grouped.length)
  const alone = machines.results.filter(({ id }) => !grouped.includes(id))
  expect([alone.length, grouped.length + alone.length, alone.filter(({ opdb_id }) => opdb_id !== null)]).toEqual([
    253,
    2578,
    [],
  ])
})

test('API-05 groups is read in any case, as other flags are', async () => {
  const grouped = await get(listOf(CatalogueEntry), '/api/machines/?limit=5&groups=True')
  expect(grouped).toEqual({
    ...(await get(listOf(CatalogueEntry), '/api/machines/?limit=5&groups=true')),
    next: expect.any(String),
  })
})

test('API-05 groups=true puts one line in place of the members of groups', async () => {
  const { results: groups } = await get(listOf(MachineGroup), '/api/machinegroups/?limit=5000')
  const several = groups.filter(({ machines }) => machines.length > 1)
  const { count, results } = await get(Entries, '/api/machines/?limit=5000&offset=0&groups=true')
  expect(count).toBe(1956)
  // Offered beside each other, so that one list has both: no member is left.
  const members = new Set<number | string>(several.flatMap(({ machines }) => machines))
  expect(results.filter(({ id }) => members.has(id))).toEqual([])
  expect(
    results
      .filter(({ id }) => typeof id === 'string')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(several.map(({ id }) => `g-${id}`).sort())
})

test('API-05 limit, offset and search', async () => {
  const first = await get(listOf(Machine), '/api/machines?limit=7&search=star%20trek')
  const second = await get(listOf(Machine), first.next ?? '')
  expect(first.results).toHaveLength(7)
  expect(second).toMatchObject({ count: first.count, next: null })
  const machines = [...first.results, ...second.results]
  const names = machines.map(({ name }) => name)
  expect(names).toHaveLength(first.count)
  // The last two are of its group.
  expect(names.slice(0, -2).every((name) => name.startsWith('Star Trek'))).toBe(true)
  expect(new Set(machines.map(({ id }) => id)).size).toBe(names.length)
  const groups = await get(listOf(MachineGroup), '/api/machinegroups/?search=star trek')
  expect(groups.results.filter(({ name }) => name === 'Star Trek')).toHaveLength(3)
})

test.each([
  ['a group by its name', 'ac/dc', ['AC/DC'], ['string']],
  ['a group by one of its members', 'ac/dc stern', ['AC/DC'], ['string']],
  ['nothing by words of different titles', 'ac/dc centaur', [], []],
  [
    'a machine without others of its title',
    'creature from the black lagoon',
    ['Creature from the Black Lagoon'],
    ['number'],
  ],
])('API-05 groups=true finds %s', async (_title, search, names, kinds) => {
  const { results } = await get(
    Entries,
    `/api/machines/?limit=5000&offset=0&groups=true&search=${encodeURIComponent(search)}`,
  )
  expect(results.map(({ name }) => name)).toEqual(names)
  expect(results.map(({ id }) => typeof id)).toEqual(kinds)
})

test.each(['/api/machines/?', '/api/machines/?groups=true&', '/api/machinegroups/?'])(
  'API-05 %s is ordered by name, either way',
  async (url) => {
    const named = listOf(v.object({ name: v.string() }))
    const names = async (query: string) => (await get(named, `${url}${query}`)).results.map(({ name }) => name)
    const { count } = await get(named, `${url}limit=1`)
    const plain = await names('limit=300')
    expect(plain).toHaveLength(300)
    expect(await names('limit=300&ordering=name')).toEqual(plain)
    expect(await names(`limit=500&offset=${count - 300}&ordering=-name`)).toEqual([...plain].reverse())
    expect(await names(`limit=2&offset=${count - 1}`)).toEqual(await names('limit=1&ordering=-name'))
    expect(await call(app, 'GET', `${url}ordering=manufacturer`)).toMatchObject({
      status: 400,
      body: { ordering: ['Unknown ordering'] },
    })
  },
)

test('CAT-03 what is searched for stands best first, unless an order is asked for', async () => {
  const names = async (query: string) =>
    (await get(listOf(Machine), `/api/machines/?search=mm&limit=50${query}`)).results.map(({ name }) => name)
  expect((await names(''))[0]).toBe('Medieval Madness')
  expect(await names('&ordering=-name')).toEqual((await names('&ordering=name')).reverse())
  expect(await names('&ordering=name')).not.toEqual(await names(''))
  const grouped = await get(listOf(CatalogueEntry), '/api/machines/?search=adams family&groups=true')
  expect(grouped.results[0]!.name).toBe('The Addams Family')
  expect(
    (await get(listOf(MachineGroup), '/api/machinegroups/?search=gozilla')).results.map(({ name }) => name),
  ).toEqual(['Godzilla', 'Godzilla'])
})

test('API-05 one machine', async () => {
  const { results } = await get(listOf(Machine), '/api/machines/?limit=1')
  expect(await get(Machine, `/api/machines/${results[0]!.id}`)).toEqual(results[0])
})

test.each([
  '/api/machines/999999',
  '/api/machines/g-1/',
  '/api/machines/0',
  '/api/machines/99999999999999999999',
  '/api/machines/-1',
])('%s is not found', async (url) => {
  expect(await call(app, 'GET', url)).toMatchObject({ status: 404, body: { detail: 'Item not found.' } })
})

test.each([
  ['limit=5001', { limit: ['At most 5000'] }],
  ['limit=-1', { limit: ['A whole number is expected'] }],
  ['offset=1.5', { offset: ['A whole number is expected'] }],
  ['limit=1&limit=2', { limit: ['This value is not accepted'] }],
  ['groups=maybe', { groups: ['true or false is expected'] }],
])('API-10 ?%s is refused', async (query, errors) => {
  expect(await call(app, 'GET', `/api/machines/?${query}`)).toMatchObject({ status: 400, body: errors })
})

test('seeding again changes nothing, mends what differs, and may be done by several at once', async () => {
  const state = async () =>
    (
      await sql`select count(*)::int, md5(string_agg(m::text || m.xmin::text, '' order by id)) from machines m`.execute(
        database.db,
      )
    ).rows
  const before = await state()
  await Promise.all([1, 2, 3].map(() => seedCatalogue(database.db)))
  expect(await state()).toEqual(before)
  await sql`update machines set name = 'wrong' where opdb_id = 'GrEkZ-ML13O'`.execute(database.db)
  await seedCatalogue(database.db)
  const { rows } = await sql`select name from machines where opdb_id = 'GrEkZ-ML13O'`.execute(database.db)
  expect(rows).toEqual([{ name: '24' }])
  expect(await state()).toMatchObject([{ count: 2578 }])
})
