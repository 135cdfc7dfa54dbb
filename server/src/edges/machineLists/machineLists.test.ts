import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { List, MachineList, VenueMachine } from '@multiball/shared/schema'
import { sql } from 'kysely'
import { quotas } from '../../core/accounts/quotas'
import { call, makeUser, makeVenue, useTestDatabase } from '../../testing'
import { buildWholeApp, type WholeApp } from '../../testing/wholeApp'

const database = useTestDatabase()
let whole: WholeApp
/** what Pinball Map is asked, and how it answers */
let asked: string[]
let answer: (response: ServerResponse) => void
const map = createServer(({ url = '' }, response) => {
  asked.push(url)
  answer(response)
})
const sends = (status: number, body: string, headers: Record<string, string> = {}) => {
  answer = (response) => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

beforeAll(async () => {
  await once(map.listen(0, '127.0.0.1'), 'listening')
  const PINBALL_MAP_URL = `http://127.0.0.1:${(map.address() as AddressInfo).port}`
  whole = await buildWholeApp(database.db, { isLimited: false }, { PINBALL_MAP_URL })
})
beforeEach(() => {
  asked = []
  whole.errors.length = 0
})
afterAll(async () => {
  await whole.close()
  map.close()
})

async function owner() {
  const { id, token } = await makeUser(database.db)
  return { id, token, venue: await makeVenue(database.db, id) }
}
type Owner = Awaited<ReturnType<typeof owner>>
const read = ({ token, venue }: Owner, body: object) =>
  call(whole.app, 'POST', `/api/venue/${venue}/machine_list/`, { token, body })
const listed = async (who: Owner, body: object) => {
  const { status, body: list } = await read(who, body)
  expect([status, list]).toEqual([200, expect.anything()])
  return (list as MachineList).machines
}
const add = ({ token, venue }: Owner, machines: object[]) =>
  call(whole.app, 'POST', `/api/venue/${venue}/machines/`, { token, body: { machines } })
const standing = async ({ token, venue }: Owner) =>
  (
    (await call(whole.app, 'GET', `/api/venuemachine/?venue=${venue}`, { token })).body as unknown as List<VenueMachine>
  ).results.map(({ machine }) => machine.name)

/** As Pinball Map answers them. */
const bar = [
  { id: 681, name: 'Addams Family, The', year: 1992, manufacturer: 'Bally', ipdb_id: 20, opdb_id: 'G4ODR-MDXEy' },
  { id: 3412, name: 'Godzilla (Premium)', year: 2021, manufacturer: 'Stern', ipdb_id: null, opdb_id: 'GweeP-Ml9pZ' },
  { id: 4000, name: 'Barn Brawl', year: 2025, manufacturer: 'Some Garage', ipdb_id: null, opdb_id: '' },
  { id: 4001, name: 'Foo Fighters', year: 2023, manufacturer: 'Stern', ipdb_id: null, opdb_id: 'GpeoL' },
]

test.each([
  '12345',
  'https://pinballmap.com/map?by_location_id=12345',
  'www.pinballmap.com/portland/?by_machine_id=3&by_location_id=12345#list',
  'https://pinballmap.com/api/v1/locations/12345/machine_details.json',
])(
  'CAT-40 CAT-43 the machines of location %s come into a venue, those of them that are ticked, and the same list twice adds nothing',
  async (location) => {
    sends(200, JSON.stringify({ machines: bar }))
    const who = await owner()
    const first = await listed(who, { location })
    expect(asked).toEqual(['/api/v1/locations/12345/machine_details.json'])
    expect(first).toMatchObject([
      { listed: 'Addams Family, The', name: 'The Addams Family', is_here: false },
      { name: 'Godzilla (Premium)', manufacturer: 'Stern', year: 2021 },
      { name: 'Barn Brawl', manufacturer: 'Some Garage', year: 2025, machine: null },
      { name: 'Foo Fighters (Pro)' },
    ])
    const ticked = first.map(({ machine, name, manufacturer, year }) =>
      machine === null ? { name, manufacturer, year } : { machine },
    )
    expect((await add(who, ticked.slice(1))).body).toEqual({ added: 3 })
    expect((await listed(who, { location })).map(({ is_here }) => is_here)).toEqual([false, true, true, true])
    expect(
      await Promise.all([add(who, [...ticked, ...ticked]), add(who, ticked)]).then((all) =>
        all.map(({ body }) => body),
      ),
    ).toEqual(expect.arrayContaining([{ added: 1 }, { added: 0 }]))
    expect(await standing(who)).toEqual(['The Addams Family', 'Barn Brawl', 'Foo Fighters (Pro)', 'Godzilla (Premium)'])
    // The next one has machines of its own.
    expect((await listed(await owner(), { location }))[2]).toMatchObject({ machine: null, is_here: false })
  },
)

test.each([
  ['its id, whatever it is called', { name: 'Nonsense', opdb_id: 'GRvzd-MLxV8' }, 'High Speed 1986'],
  [
    'an edition that the catalogue does not have',
    { name: 'Godzilla LE', opdb_id: 'GweeP-Ml9pZ-A0000' },
    'Godzilla (Limited Edition) 2021',
  ],
  ['the id of its group', { name: 'Medieval Madness', opdb_id: 'G5pe4' }, 'Medieval Madness 1997'],
  ['a model that is not known, by its name', { name: 'Star Trek Pro', opdb_id: 'Gryw4-M0000' }, 'Star Trek Pro 2013'],
  ['its name alone', { name: 'high speed' }, 'High Speed 1986'],
  ['its name and maker', { name: 'HIGH SPEED', manufacturer: 'Unidesa' }, 'High Speed 1987'],
  ['its name and year, one more or less', { name: 'star trek', year: 1972 }, 'Star Trek 1971'],
  ['its name without blanks', { name: 'Pinbot' }, 'Pin-Bot 1986'],
  ['its title without the edition', { name: 'Foo Fighters' }, 'Foo Fighters (Pro) 2023'],
  ['its abbreviation', { name: 'TAF' }, 'The Addams Family 1992'],
  ['nothing, where the year is another', { name: 'High Speed', year: 2020 }, undefined],
  ['nothing, where the edition is another', { name: 'Foo Fighters (Gold)' }, undefined],
])('CAT-42 a machine is found by %s', async (_what, machine, found) => {
  const [one] = await listed(await owner(), { text: JSON.stringify([machine]) })
  expect(one!.machine === null ? undefined : `${one!.name} ${one!.year}`).toBe(found)
})

test('CAT-41 a pasted list and a file are read as Pinball Map’s is, each machine once', async () => {
  const who = await owner()
  const lines = 'TAF\nThe Addams Family (Bally, 1992)\nBarn Brawl\nbarn brawl\n'
  const first = await listed(who, { text: lines })
  expect(first.map(({ name }) => name)).toEqual(['The Addams Family', 'Barn Brawl'])
  const file = Buffer.from(`\uFEFFtitle\n${lines}`, 'utf16le').toString('base64')
  expect(await listed(who, { file })).toHaveLength(2)
  // Its maker is not known.
  expect((await add(who, [{ name: 'Barn Brawl', year: null }])).body).toEqual({ added: 1 })
  expect((await listed(who, { text: lines }))[1]).toMatchObject({ is_here: true })
})

const away = { location: ['Pinball Map does not answer at the moment. Try again later, or use a list of your own.'] }
test.each<[string, () => void, object, boolean]>([
  [
    'has no such location',
    () => sends(200, '{"errors":"Failed to find location"}'),
    { location: ['Pinball Map has no location 7. Check the number.'] },
    false,
  ],
  [
    'says so with a 404',
    () => sends(404, '{"errors":"Failed to find location"}'),
    { location: ['Pinball Map has no location 7. Check the number.'] },
    false,
  ],
  [
    'lists no machines there',
    () => sends(200, '{"machines":[]}'),
    { location: ['Pinball Map lists no machines at location 7.'] },
    false,
  ],
  ['has an error', () => sends(500, 'oops'), away, true],
  ['answers with a page', () => sends(200, '<html>'), away, true],
  ['leads elsewhere', () => sends(302, '', { location: '/elsewhere' }), away, true],
  ['hangs up', () => (answer = (response) => void response.destroy()), away, true],
  [
    'answers without an end',
    () => (answer = (response) => void response.end(`{"machines":["${'x'.repeat(600_000)}"]}`)),
    away,
    true,
  ],
])(
  'CAT-44 where Pinball Map %s, the owner is told, and an operator whose doing it is',
  async (_what, prepare, sentence, isFailure) => {
    prepare()
    expect(await read(await owner(), { location: '7' })).toMatchObject({ status: 400, body: sentence })
    expect(asked).toEqual(['/api/v1/locations/7/machine_details.json'])
    expect(whole.errors.map(String)).toEqual(
      isFailure ? ['Error: Pinball Map did not answer with a list of machines'] : [],
    )
  },
)

test.each<[object, object]>([
  ...[
    'https://example.com/?by_location_id=7',
    'https://pinballmap.com.example.com/map?by_location_id=7',
    'https://pinballmap.com/map',
    '0',
    '-7',
    '7 OR 1',
    '9999999999',
  ].map((location): [object, object] => [
    { location },
    { location: ['Enter the location’s address on pinballmap.com, or its number'] },
  ]),
  [{ text: '\n' }, { text: ['There is no machine in this list.'] }],
  [{ file: Buffer.from('\0').toString('base64') }, { file: [expect.stringMatching(/^This is not a text/)] }],
  [{ file: '!' }, { file: [expect.any(String)] }],
  [{}, { non_field_errors: ['Send a location, a text or a file'] }],
  [{ text: '24', location: '7' }, { non_field_errors: ['Send a location, a text or a file'] }],
])('CAT-44 %j is refused, and no host is asked', async (body, errors) => {
  expect(await read(await owner(), body)).toMatchObject({ status: 400, body: errors })
  expect(asked).toEqual([])
})

test('CAT-43 a list comes into one’s own venue alone, whole or not at all, and within what an account may have', async () => {
  const [who, other] = [await owner(), await owner()]
  const machine = (await listed(who, { text: 'TAF' }))[0]!.machine!
  const own = { name: 'Barn Brawl', manufacturer: '', year: null }
  expect(await add(other, [own])).toMatchObject({ body: { added: 1 } })
  const theirs = (await listed(other, { text: 'Barn Brawl' }))[0]!.machine!
  expect(await add(who, [own, { machine: theirs }])).toMatchObject({
    status: 400,
    body: { machine: ['There is no such machine'] },
  })
  expect(await add(who, [])).toMatchObject({ status: 400 })
  await sql`insert into venue_machines (venue_id, machine_id, retired_at) select ${who.venue}, ${machine}, now() from generate_series(1, ${quotas.machines - 1})`.execute(
    database.db,
  )
  expect(await add(who, [own, { machine }])).toMatchObject({
    status: 400,
    body: {
      non_field_errors: ['You can have 5000 machines, removed ones included: there is room for 1 more, not for 2'],
    },
  })
  expect(await standing(who)).toEqual([])
  expect(await add(who, [{ machine }])).toMatchObject({ body: { added: 1 } })
})
