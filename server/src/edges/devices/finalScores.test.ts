import { randomUUID } from 'node:crypto'
import { call, makeUser, makeVenue, useTestDatabase } from '../../testing'
import { makeDevice, makeDeviceKey } from '../../testing/devices'
import { buildWholeApp } from '../../testing/wholeApp'
import type { WholeApp } from '../../testing/wholeApp'

const database = useTestDatabase()
let whole: WholeApp
let owner: Awaited<ReturnType<typeof makeUser>>
let ann: Awaited<ReturnType<typeof makeUser>>

beforeAll(async () => {
  whole = await buildWholeApp(database.db, { isLimited: false })
  owner = await makeUser(database.db)
  ann = await makeUser(database.db, { display_name: 'Ann Berg' })
})
afterAll(() => whole.close())

interface Named {
  scores: { position?: number; score?: number; player: { id: number; cached_display_name: string } | null }[]
}

const ask = (method: 'GET' | 'POST' | 'DELETE', url: string, token: string, body?: object) =>
  call(whole.app, method, url, { token, body })
const namesOf = ({ body }: { body: unknown }) =>
  (body as Named).scores.map(({ player }) => player?.cached_display_name ?? null)

/** A venue with a machine for each title. */
async function stage(...titles: string[]) {
  const { db } = database
  const venue = await makeVenue(db, owner.id)
  const machines = []
  for (const name of titles) {
    const { id: machine_id } = await db
      .insertInto('machines')
      .values({ name, manufacturer: 'Nova', year: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('venue_machines')
      .values({ venue_id: venue, machine_id })
      .returning('id')
      .executeTakeFirstOrThrow()
    machines.push(id)
  }
  const played = async (machine: number) =>
    (
      (await ask('GET', `/api/venuemachine/${machine}/games/`, owner.token)).body as {
        results: (Named & { entered?: string })[]
      }
    ).results
  return { venue, machines, played }
}

test('ENT-07 a final score with a name is a game, however often it is sent; a device and a device key say nothing of the machine', async () => {
  const { machines, played } = await stage('Hexa Storm')
  const [machine] = machines as [number]
  const key = await makeDeviceKey(database.db, machine)
  const { token } = await makeDevice(database.db, machine)
  const body = { session_uuid: randomUUID(), score: '9007199254740993', name: '  Ann\u0000 Berg ' }
  for (const sender of [key, key, token])
    expect(await ask('POST', '/api/score/', sender, body)).toMatchObject({
      status: 200,
      body: {
        entered: 'program',
        scores: [{ score: '9007199254740993', player: { cached_display_name: 'Ann Berg' } }],
      },
    })
  expect(await played(machine)).toHaveLength(1)
  // A name is cut, and never refused.
  for (const [name, shown] of [
    ['x'.repeat(99), 'x'.repeat(40)],
    ['ace', 'ACE'],
    ['FUK', null],
    [{ is: 'none' }, null],
    ['\u200b', null],
  ] as const)
    expect(namesOf(await ask('POST', '/api/score/', key, { session_uuid: randomUUID(), score: 5, name }))).toEqual([
      shown,
    ])
  // A test game counts nowhere.
  const test = { session_uuid: `7e577e577e57${'0'.repeat(20)}`, score: 6 }
  expect(await ask('POST', '/api/score/', key, test)).toMatchObject({ status: 200, body: { successful: false } })
  const recorded = randomUUID()
  await ask('POST', '/api/entry/', key, { session_uuid: recorded, active: false, current_p1_score: 10 })
  expect((await ask('POST', '/api/score/', key, { session_uuid: recorded, score: 10 })).status).toBe(409)
})

test('ENT-07 ENT-08 the key of a venue names the machine by number or title, is shown once and revoked, and opens nothing else', async () => {
  const { venue, machines, played } = await stage('Hexa Storm (Pro)', 'Kraken Bay', 'Kraken Bay')
  const [hexa, kraken, other] = machines as [number, number, number]
  const made = await ask('POST', `/api/venue/${venue}/key/`, owner.token)
  const { key } = made.body as { key: string }
  expect((await ask('GET', `/api/venue/${venue}/`, owner.token)).body).toMatchObject({ has_key: true })
  const send = (fields: object, by = key) =>
    ask('POST', '/api/score/', by, { session_uuid: randomUUID(), score: 700, name: 'ACE', ...fields })
  for (const machine of [hexa, String(hexa), 'Hexa Storm (Pro)', 'hexa storm'])
    expect((await send({ machine })).status).toBe(200)
  expect((await send({ machine: other })).status).toBe(200)
  expect([await played(hexa), await played(kraken), await played(other)].map(({ length }) => length)).toEqual([4, 0, 1])
  const elsewhere = (await stage('Elsewhere')).machines[0]!
  for (const [fields, sentence] of [
    [{}, { machine: ['Say which machine: its number, or its title'] }],
    [{ machine: 'Totan' }, { machine: ['No machine of this venue has this number or title'] }],
    [{ machine: elsewhere }, { machine: ['No machine of this venue has this number or title'] }],
    [
      { machine: 'Kraken Bay' },
      { machine: [`Several machines have this title. Send the number of one: ${kraken}, ${other}`] },
    ],
    [{ machine: hexa, score: '1.000' }, { score: ['A whole number from 0 to 9223372036854775807 is expected'] }],
    [{ machine: hexa, score: -1 }, { score: ['A whole number from 0 to 9223372036854775807 is expected'] }],
    [
      { machine: hexa, played_on: new Date(Date.now() + 86_400_000).toISOString() },
      { played_on: ['This time is still to come'] },
    ],
  ] as const)
    expect(await send(fields)).toMatchObject({ status: 400, body: sentence })
  expect((await ask('POST', '/api/entry/', key, { session_uuid: randomUUID(), current_p1_score: 1 })).status).toBe(403)
  expect((await ask('GET', '/api/user_profile/get/', key)).status).toBe(401)
  const { key: next } = (await ask('POST', `/api/venue/${venue}/key/`, owner.token)).body as { key: string }
  expect([(await send({ machine: hexa })).status, (await send({ machine: hexa }, next)).status]).toEqual([401, 200])
  expect((await ask('DELETE', `/api/venue/${venue}/key/`, owner.token)).status).toBe(204)
  expect((await send({ machine: hexa }, next)).status).toBe(401)
  const { key: last } = (await ask('POST', `/api/venue/${venue}/key/`, owner.token)).body as { key: string }
  await ask('DELETE', `/api/venue/${venue}/`, owner.token)
  expect((await send({ machine: hexa }, last)).status).toBe(401)
})

test('ENT-09 names in entries are those of guests: cut, never refused, on the wall and in the history; a claim takes their place, and what the owner took off does not return', async () => {
  const { machines, played } = await stage('Hexa Storm')
  const [machine] = machines as [number]
  const key = await makeDeviceKey(database.db, machine)
  const url = `/api/venuemachine/${machine}`
  const session_uuid = randomUUID()
  let sequence = 0
  const post = (fields: object) =>
    ask('POST', '/api/entry/', key, { session_uuid, session_sequence: (sequence += 1), ...fields })
  const scores = { current_p1_score: 10, current_p2_score: 20, current_p3_score: 30 }
  expect(
    namesOf(await post({ ...scores, p1_name: 'ace', p2_name: ' Maria\nde la Cruz ', p3_name: 'FUK', p4_name: 'Bo' })),
  ).toEqual(['ACE', 'Maria de la Cruz', null])
  const shown = async () => namesOf(await ask('GET', `${url}/current/`, owner.token))
  expect(await shown()).toEqual(['ACE', 'Maria de la Cruz', null])
  // An entry without names leaves them, and one that cannot be read is none.
  expect(namesOf(await post({ current_p1_score: 11, p1_name: { no: 'name' } }))).toEqual([
    'ACE',
    'Maria de la Cruz',
    null,
  ])
  expect(namesOf(await post({ p1_name: 'ACX' }))).toEqual(['ACX', 'Maria de la Cruz', null])
  const code = async () => ((await ask('GET', `${url}/claim_code/`, owner.token)).body as { code: string }).code
  expect((await ask('POST', `${url}/claim/`, ann.token, { position: 1, code: await code() })).status).toBe(200)
  expect(namesOf(await post({ p1_name: 'ACE' }))).toEqual(['Ann Berg', 'Maria de la Cruz', null])
  await ask('DELETE', `${url}/claim/?position=2`, owner.token)
  expect(namesOf(await post({ active: false, p2_name: 'Maria', p3_name: 'BOB' }))).toEqual(['Ann Berg', null, null])
  const [game] = await played(machine)
  expect(game!.scores.map(({ score, player }) => [score, player?.cached_display_name ?? null])).toEqual([
    [11, 'Ann Berg'],
    [20, null],
    [30, null],
  ])
})
