import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { notFound } from '../../ground/http/refusals'
import { buildTestApp, call, makeUser, makeVenue, makeVenueMachine, useTestDatabase } from '../../testing'
import { bridgesRoutes } from './bridges.routes'
import { BridgeSignOns } from './bridges.service'
import { removeOldBridgeCodes } from './bridges.store'
import { devicesRoutes } from './devices.routes'
import { Devices } from './devices.service'
import { ownedDevicesRoutes } from './owner.routes'
import { TestGames } from './testGames'

const database = useTestDatabase()
let app: FastifyInstance
let now = Date.now()
/** Knows one owner's eventboard. */
let eventboard = { id: 3, owner: 0 }
const renewKey = async ({ id }: { id: number }, ownerId: number) => {
  if (id !== eventboard.id || ownerId !== eventboard.owner) throw notFound()
  return 'feed key'
}

beforeAll(async () => {
  const { db } = database
  const games = new Games(gamesStore(db), { now: () => now, later: setImmediate })
  const devices = new Devices(db, games, () => now)
  app = await buildTestApp(
    db,
    [
      devicesRoutes({ db, devices, games }),
      ownedDevicesRoutes({ db, devices, testGames: new TestGames({ db, games, onError: console.error }) }),
      bridgesRoutes({ bridges: new BridgeSignOns(db, games, { renewKey }, () => now) }),
    ],
    { isLimited: false },
  )
})
afterAll(() => app.close())

interface SignOn {
  code: string
  key: string
}
interface State {
  venue: { id: number } | null
  machines: { id: string; token: string; venuemachine: { id: number } | null }[]
}
interface Listed {
  bridges: { id: number; name: string; machines: { code: string; name: string; venuemachine: unknown }[] }[]
}

const asBridge = (key: string) => ({ authorization: `Bridge ${key}` })
const askCode = async (key?: string) =>
  (
    await call(app, 'POST', '/api/bridge/code/', {
      body: { name: 'Vector boards on bar-pi' },
      ...(key && { headers: asBridge(key) }),
    })
  ).body as SignOn
const board = (id: string, name = 'High Speed', address = '192.168.1.20') => ({ id, name, address })
const report = async (key: string, ...machines: object[]) => {
  const { status, body } = await call(app, 'PUT', '/api/bridge/', { headers: asBridge(key), body: { machines } })
  return { status, body: body as State }
}
const connect = async (token: string, code: string, venue: number) => {
  const { status, body } = await call(app, 'POST', '/api/bridge/', { token, body: { code, venue } })
  return { status, body: body as { id: number } }
}
const listed = async (token: string) => ((await call(app, 'GET', '/api/bridge/', { token })).body as Listed).bridges

/** An owner, and a bridge that has signed on for his venue. */
async function signedOn() {
  const owner = await makeUser(database.db)
  const venue = await makeVenue(database.db, owner.id)
  const { code, key } = await askCode()
  const { body } = await connect(owner.token, code, venue)
  return { owner, venue, code, key, id: body.id }
}

/** The owner accepts what the bridge found first, as a machine. */
async function accepted() {
  const bridge = await signedOn()
  const { owner, venue, key } = bridge
  const { body } = await report(key, board('aa01'))
  const machine = await makeVenueMachine(database.db, owner.id, { venueId: venue })
  const [{ machines } = { machines: [] }] = await listed(owner.token)
  const pairing = await call(app, 'POST', `/api/venuemachine/${machine}/pair/`, {
    token: owner.token,
    body: { shortcode: machines[0]!.code },
  })
  expect(pairing.status).toBe(200)
  return { ...bridge, machine, token: body.machines[0]!.token }
}
const post = (token: string, fields: object = {}) =>
  call(app, 'POST', '/api/entry/', {
    headers: { authorization: `Token ${token}` },
    body: { session_uuid: randomUUID(), current_p1_score: 500, ...fields },
  })

test('MAC-24 a bridge shows a code, and its key is a venue’s once the owner has typed it, however it was typed', async () => {
  const owner = await makeUser(database.db)
  const venue = await makeVenue(database.db, owner.id)
  const { code, key } = await askCode()
  expect((await report(key)).body).toEqual({ venue: null, machines: [] })
  const typed = `${code.slice(0, 3).toLowerCase()} ${code.slice(3)}`
  const added = await connect(owner.token, typed, venue)
  expect(added).toMatchObject({ status: 201, body: { name: 'Vector boards on bar-pi', venue, machines: [] } })
  expect((await report(key)).body).toMatchObject({ venue: { id: venue } })
  // The answer was lost.
  expect((await connect(owner.token, code, venue)).body.id).toBe(added.body.id)
  expect(await listed(owner.token)).toHaveLength(1)
})

test('MAC-24 a code that is wrong, too old, somebody else’s by now, or for somebody else’s venue connects nothing', async () => {
  const { owner, venue, code } = await signedOn()
  const other = await makeUser(database.db)
  const unknown = { status: 400, body: { code: ['No bridge shows this code'] } }
  expect(await connect(owner.token, 'AAAAAA', venue)).toMatchObject(unknown)
  expect(await connect(other.token, code, await makeVenue(database.db, other.id))).toMatchObject(unknown)
  expect(await connect(other.token, (await askCode()).code, venue)).toMatchObject({
    status: 400,
    body: { venue: ['There is no such venue'] },
  })
  const late = await askCode()
  now += 10 * 60_000
  expect(await connect(owner.token, late.code, venue)).toMatchObject(unknown)
  expect((await report(late.key)).status).toBe(401)
  await removeOldBridgeCodes(database.db, new Date(now))
  expect((await askCode(late.key)).key).not.toBe(late.key)
})

test('MAC-24 a bridge that still waits gets another code for the same key', async () => {
  const { key } = await askCode()
  const again = await askCode(key)
  expect(again.key).toBe(key)
  const owner = await makeUser(database.db)
  expect((await connect(owner.token, again.code, await makeVenue(database.db, owner.id))).status).toBe(201)
  expect((await report(key)).body.venue).not.toBeNull()
})

test('MAC-25 a machine that a bridge has found posts nothing until its owner has said which one it is', async () => {
  const { owner, venue, key } = await signedOn()
  const found = await report(key, board('aa01'), board('bb02', 'Taxi'))
  expect(found.body.machines.map(({ venuemachine }) => venuemachine)).toEqual([null, null])
  const { token } = found.body.machines[0]!
  expect((await post(token)).status).toBe(500)
  const [bridge] = await listed(owner.token)
  expect(bridge!.machines.map(({ name }) => name)).toEqual(['High Speed', 'Taxi'])
  const machine = await makeVenueMachine(database.db, owner.id, { venueId: venue })
  await call(app, 'POST', `/api/venuemachine/${machine}/pair/`, {
    token: owner.token,
    body: { shortcode: bridge!.machines[0]!.code },
  })
  expect((await post(token)).status).toBe(200)
  // A bridge that starts again has heard nothing yet.
  const said = (await report(key)).body.machines
  expect(said.map(({ id, venuemachine }) => [id, venuemachine?.id])).toEqual([
    ['aa01', machine],
    ['bb02', undefined],
  ])
  expect(said[0]!.token).toBe(token)
})

test('MAC-25 a machine that changes its name or address is the same machine', async () => {
  const { owner, key, machine, token } = await accepted()
  expect((await report(key, board('aa01', 'Getaway', '192.168.1.99'))).body.machines).toMatchObject([
    { token, venuemachine: { id: machine } },
  ])
  expect((await listed(owner.token))[0]!.machines).toMatchObject([{ name: 'Getaway', address: '192.168.1.99' }])
})

test('MAC-25 its id opens no way past the code: it cannot be paired by a uuid', async () => {
  const { key, venue } = await signedOn()
  await report(key, board('cc03'))
  const { uuid } = await database.db
    .selectFrom('devices')
    .innerJoin('bridges', 'bridges.id', 'devices.bridge_id')
    .select('devices.uuid')
    .where('bridges.venue_id', '=', venue)
    .executeTakeFirstOrThrow()
  const other = await makeUser(database.db)
  const machine = await makeVenueMachine(database.db, other.id)
  const pairing = await call(app, 'POST', `/api/venuemachine/${machine}/pair/`, {
    token: other.token,
    body: { shortcode: uuid },
  })
  expect(pairing.status).toBe(400)
})

test('MAC-24 a bridge gets the feed key of an eventboard of its venue’s owner, and of no other', async () => {
  const { owner, key } = await signedOn()
  eventboard = { id: 3, owner: owner.id }
  const ask = (as: string, board: number) =>
    call(app, 'POST', '/api/bridge/eventboard/', { headers: asBridge(as), body: { board } })
  expect(await ask(key, 3)).toMatchObject({ status: 200, body: { key: 'feed key' } })
  expect((await ask(key, 4)).status).toBe(404)
  expect((await ask((await signedOn()).key, 3)).status).toBe(404)
  expect((await ask((await askCode()).key, 3)).status).toBe(401)
})

test('MAC-26 a second bridge of the venue gets a machine once the first has not spoken of it for five minutes', async () => {
  const { owner, venue, key, machine, token } = await accepted()
  const second = await askCode()
  await connect(owner.token, second.code, venue)
  expect((await report(second.key, board('aa01'))).body.machines).toEqual([])
  now += 5 * 60_000 + 1
  const [taken] = (await report(second.key, board('aa01'))).body.machines
  expect(taken).toMatchObject({ venuemachine: { id: machine } })
  expect((await post(taken!.token)).status).toBe(200)
  expect((await post(token)).status).toBe(401)
  expect((await report(key, board('aa01'))).body.machines).toEqual([])
})

test('MAC-27 a bridge that is removed posts nothing any more, its game is over, and its machine can have another device', async () => {
  const { owner, key, id, machine, token } = await accepted()
  const session_uuid = randomUUID()
  await post(token, { session_uuid })
  expect((await call(app, 'DELETE', `/api/bridge/${id}/`, { token: owner.token })).status).toBe(204)
  expect((await post(token, { session_uuid, current_p1_score: 900 })).status).toBe(401)
  expect((await report(key, board('aa01'))).status).toBe(401)
  const { successful } = await database.db
    .selectFrom('games')
    .select('successful')
    .where('venue_machine_id', '=', machine)
    .where('settled_at', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(successful).toBe(false)
})

test('MAC-26 a bridge may find 200 machines: no more are kept, and those that are gone for a day make room', async () => {
  const { owner, key } = await signedOn()
  const boards = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) => board(`${prefix}${at}`, `Board ${at}`))
  expect((await report(key, ...boards('a', 201))).status).toBe(400)
  expect((await report(key, ...boards('a', 200))).body.machines).toHaveLength(200)
  const more = (await report(key, ...boards('b', 200))).body.machines
  expect(more.filter(({ id }) => id.startsWith('b'))).toEqual([])
  now += 25 * 3_600_000
  expect((await report(key, ...boards('b', 3))).body.machines).toHaveLength(3)
  expect((await listed(owner.token))[0]!.machines).toHaveLength(3)
})

test.each([
  ['an id with a control character', { id: 'a\u0000', name: 'x', address: 'y' }],
  ['a name without end', { id: 'a', name: 'x'.repeat(81), address: 'y' }],
  ['no name', { id: 'a', name: ' ', address: 'y' }],
])('MAC-26 a report with %s is refused whole', async (_, machine) => {
  const { owner, key } = await signedOn()
  expect((await report(key, board('aa01'), machine)).status).toBe(400)
  expect((await listed(owner.token))[0]!.machines).toEqual([])
})
