import { listOf, Venue, VenueMachine } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { BoardChanges } from '../boards/changes'
import type { BoardChange } from '../boards/changes'
import { cutOff } from '../../edges/devices/devices.store'
import { hashOf } from '../../ground/http/auth'
import {
  buildTestApp,
  call,
  findMachine,
  makeLeaderboard,
  makeScoreboard,
  makeUser,
  makeVenue,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { makeDevice } from '../../testing/devices'
import { venuesRoutes } from './venues.routes'

const database = useTestDatabase()
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
let stranger: typeof owner
const announced: BoardChange[] = []
/** machines whose games were ended */
const ended: number[] = []

beforeAll(async () => {
  const changes = new BoardChanges()
  changes.onBoardChange((change) => announced.push(change))
  app = await buildTestApp(database.db, [
    venuesRoutes({
      db: database.db,
      changes,
      retirement: { cutOff, endGames: async (ids) => void ended.push(...ids) },
    }),
  ])
  owner = await makeUser(database.db)
  stranger = await makeUser(database.db)
})
afterAll(() => app.close())
beforeEach(() => void announced.splice(0))

const missing = { status: 404, body: { detail: 'Item not found.' } }

describe('API-04 venues', () => {
  test('are made, listed, renamed and deleted by their owner', async () => {
    const { token } = owner
    const made = await call(app, 'POST', '/api/venue/', {
      token,
      body: { name: '  Flipper Bar ', owner: stranger.id, id: 7, user_roles: [] },
    })
    const venue = v.parse(Venue, made.body)
    expect(made.status).toBe(201)
    expect(venue).toMatchObject({ name: 'Flipper Bar', user_roles: [{ role: 'owner', user: { id: owner.id } }] })
    expect((await call(app, 'GET', `/api/venue/${venue.id}`, { token })).body).toEqual(venue)
    expect(
      (await call(app, 'PUT', `/api/venue/${venue.id}/`, { token, body: { name: 'Flipper Hall' } })).body,
    ).toMatchObject({ id: venue.id, name: 'Flipper Hall' })
    const listed = v.parse(
      listOf(Venue),
      (await call(app, 'GET', `/api/venue/?owner=${owner.id}&limit=100`, { token })).body,
    )
    expect(listed.results.map(({ name }) => name)).toEqual(['Flipper Hall'])
    expect(await call(app, 'DELETE', `/api/venue/${venue.id}/`, { token })).toMatchObject({ status: 204, text: '' })
    expect(await call(app, 'GET', `/api/venue/${venue.id}/`, { token })).toMatchObject(missing)
    expect((await call(app, 'GET', '/api/venue/', { token })).body).toMatchObject({ count: 0 })
  })

  test('MOM-05 have the time zone that their owner chooses, UTC at first, which another name does not change', async () => {
    const { token } = owner
    const made = v.parse(Venue, (await call(app, 'POST', '/api/venue/', { token, body: { name: 'Loop' } })).body)
    const put = async (fields: object) =>
      (await call(app, 'PUT', `/api/venue/${made.id}/`, { token, body: { name: 'Loop', ...fields } })).body
    expect(made.time_zone).toBeNull()
    expect(await put({ time_zone: 'America/Chicago' })).toMatchObject({ time_zone: 'America/Chicago' })
    expect(await put({ name: 'Loop Lounge' })).toMatchObject({ name: 'Loop Lounge', time_zone: 'America/Chicago' })
    expect(await put({ time_zone: 'Mars/Olympus' })).toEqual({ time_zone: ['There is no such time zone'] })
    expect(await put({ time_zone: 'None' })).toMatchObject({ time_zone: null })
    await call(app, 'DELETE', `/api/venue/${made.id}/`, { token })
  })

  test.each([
    [{}, { name: ['Name must not be blank'] }],
    [{ name: '  ' }, { name: ['Name must not be blank'] }],
    [{ name: 5 }, { name: ['This value is not accepted'] }],
    [{ name: 'a\u0000b' }, { name: ['Control characters are not allowed'] }],
  ])('API-10 %j is refused', async (body, errors) => {
    expect(await call(app, 'POST', '/api/venue/', { token: owner.token, body })).toMatchObject({
      status: 400,
      body: errors,
    })
  })

  test('CAT-08 a new name of an own machine is told to boards with the machine or its title, and to no others', async () => {
    const title = await database.db
      .insertInto('machines')
      .values({ name: 'Hexa Once', manufacturer: 'Nova', year: null, owner_id: owner.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const machine = await makeVenueMachine(database.db, owner.id, { machine: 'Hexa Once' })
    const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
    const counting = await makeLeaderboard(database.db, owner.id, { machineIds: [title.id] })
    await makeScoreboard(database.db, owner.id, { venueMachineIds: [await makeVenueMachine(database.db, owner.id)] })
    announced.splice(0)
    const body = { name: 'Hexa II', manufacturer: 'Nova', year: 2026 }
    expect(await call(app, 'PUT', `/api/machines/${title.id}/`, { token: owner.token, body })).toMatchObject({
      status: 200,
    })
    expect(announced).toEqual(
      expect.arrayContaining([
        { type: 'scoreboard', id: board.id, reason: 'updated' },
        { type: 'leaderboard', id: counting.id, reason: 'updated' },
      ]),
    )
    expect(announced).toHaveLength(2)
  })

  test('a new name is shown on boards', async () => {
    const venueId = await makeVenue(database.db, owner.id)
    const machine = await makeVenueMachine(database.db, owner.id, { venueId })
    const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
    await call(app, 'PUT', `/api/venue/${venueId}`, { token: owner.token, body: { name: 'New' } })
    expect(announced).toEqual([{ type: 'scoreboard', id: board.id, reason: 'updated' }])
    const counting = await makeLeaderboard(database.db, stranger.id, { venueMachineIds: [machine] })
    announced.splice(0)
    await call(app, 'PUT', `/api/venue/${venueId}`, { token: owner.token, body: { name: 'Newer' } })
    expect(announced).toEqual([
      { type: 'leaderboard', id: counting.id, reason: 'updated' },
      { type: 'scoreboard', id: board.id, reason: 'updated' },
    ])
  })
})

describe('API-04 venue machines', () => {
  test('LB-07 their owner says whether other people’s leaderboards count them, and those that name them are told', async () => {
    const { id: ownerId, token } = await makeUser(database.db)
    const machine = await makeVenueMachine(database.db, ownerId)
    const path = `/api/venuemachine/${machine}/`
    const read = async (by?: string) => (await call(app, 'GET', path, { token: by })).body
    expect(await read(token)).toMatchObject({ counts_elsewhere: true })
    await makeScoreboard(database.db, ownerId, { venueMachineIds: [machine] })
    await makeLeaderboard(database.db, ownerId, { venueMachineIds: [machine] })
    const counting = await makeLeaderboard(database.db, stranger.id, { venueMachineIds: [machine] })
    announced.splice(0)
    expect((await call(app, 'PATCH', path, { token, body: { counts_elsewhere: false } })).body).toMatchObject({
      id: machine,
      counts_elsewhere: false,
    })
    expect(announced).toEqual([{ type: 'leaderboard', id: counting.id, reason: 'updated' }])
    // It is the owner's to know.
    expect(await read(stranger.token)).not.toHaveProperty('counts_elsewhere')
    expect((await call(app, 'PATCH', path, { token, body: {} })).body).toEqual({
      counts_elsewhere: ['This field is required'],
    })
    expect(await read(token)).toMatchObject({ counts_elsewhere: false })
  })

  test('MOM-52 their owner alone sets a mark, digits as in other scores, and sees it', async () => {
    const { id: ownerId, token } = await makeUser(database.db)
    const machine = await makeVenueMachine(database.db, ownerId)
    await makeScoreboard(database.db, ownerId, { venueMachineIds: [machine] })
    const path = `/api/venuemachine/${machine}/`
    const set = async (mark: unknown, by = token) => {
      const { status, body } = await call(app, 'PATCH', path, { token: by, body: { mark } })
      return status === 200 ? (body as VenueMachine).mark : body
    }
    expect(await set('1,000,000')).toBe(1_000_000)
    expect(await set('1 500 000')).toBe(1_500_000)
    expect(await set('12M')).toEqual({ mark: ['A score has only digits, such as 1,234,567'] })
    expect(await set(5, stranger.token)).toEqual({ detail: 'Item not found.' })
    expect((await call(app, 'PATCH', path, { token, body: { counts_elsewhere: true } })).body).toMatchObject({
      mark: 1_500_000,
    })
    expect((await call(app, 'GET', path, { token: stranger.token })).body).not.toHaveProperty('mark')
    expect(await set(null)).toBeNull()
  })

  test('are added from the catalogue and found by machine or venue', async () => {
    const { id: ownerId, token } = await makeUser(database.db).then((user) => Object.assign(owner, user))
    const venue = await makeVenue(database.db, owner.id, 'Zum Silberball')
    const other = await makeVenue(database.db, owner.id, 'Arcade 100%')
    const added = await call(app, 'POST', '/api/venuemachine/', {
      token,
      body: { venue, machine: await findMachine(database.db, 'Medieval Madness') },
    })
    expect(added.status).toBe(201)
    expect(v.parse(VenueMachine, added.body)).toMatchObject({
      venue: { id: venue, name: 'Zum Silberball' },
      machine: { name: expect.stringMatching(/^Medieval Madness/) },
      last_heard_at: null,
      user_roles: [{ user: { id: owner.id }, role: 'owner' }],
    })
    await makeVenueMachine(database.db, owner.id, { venueId: other, machine: 'Attack From Mars' })
    const search = async (text: string) => {
      const { body } = await call(
        app,
        'GET',
        `/api/venuemachine/?owner=${ownerId}&limit=100&search=${encodeURIComponent(text)}`,
        { token },
      )
      return v.parse(listOf(VenueMachine), body).results.map((found) => found.venue.name)
    }
    expect(await search('medieval')).toEqual(['Zum Silberball'])
    expect(await search('arcade')).toEqual(['Arcade 100%'])
    expect(await search('MARS arcade')).toEqual(['Arcade 100%'])
    expect(await search('mars silberball')).toEqual([])
    expect(await search('100%')).toEqual(['Arcade 100%'])
    expect(await search('')).toEqual(['Arcade 100%', 'Zum Silberball'])
  })

  test('API-13 names stand in the order that people expect, a page at a time: numbers by their size, small letters beside capitals', async () => {
    const { id: ownerId, token } = await makeUser(database.db)
    const namesAt = async (path: string, schema: typeof Venue | typeof VenueMachine) => {
      const { body } = await call(app, 'GET', `${path}?owner=${ownerId}&limit=3`, { token })
      return v
        .parse(listOf(schema as v.GenericSchema<unknown, Venue | VenueMachine>), body)
        .results.map((one) => ('name' in one ? one.name : one.machine.name))
    }
    for (const name of ['bar 10', 'Zoo', 'Bar 2', 'Bar 0001']) await makeVenue(database.db, ownerId, name)
    expect(await namesAt('/api/venue/', Venue)).toEqual(['Bar 0001', 'Bar 2', 'bar 10'])
    const venue = await makeVenue(database.db, ownerId, 'Hall')
    for (const name of ['Machine 10', 'machine 9', 'The Arcade', 'Machine 2']) {
      const added = await call(app, 'POST', '/api/venuemachine/own/', {
        token,
        body: { venue, name, manufacturer: 'Nova', year: null },
      })
      expect(added.status).toBe(201)
    }
    expect(await namesAt('/api/venuemachine/', VenueMachine)).toEqual(['The Arcade', 'Machine 2', 'machine 9'])
  })

  test.each([
    [
      'an unknown machine',
      async () => ({ venue: await makeVenue(database.db, owner.id), machine: 999_999 }),
      { machine: ['There is no such machine'] },
    ],
    [
      "somebody else's venue",
      async () => ({ venue: await makeVenue(database.db, stranger.id), machine: await findMachine(database.db) }),
      { venue: ['You have no such venue'] },
    ],
    ['nothing', async () => ({}), { venue: ['This field is required'], machine: ['This field is required'] }],
    [
      'a group',
      async () => ({ venue: await makeVenue(database.db, owner.id), machine: 'g-1' }),
      { machine: ['This value is not accepted'] },
    ],
  ])('API-10 %s is refused', async (_title, body, errors) => {
    expect(await call(app, 'POST', '/api/venuemachine/', { token: owner.token, body: await body() })).toMatchObject({
      status: 400,
      body: errors,
    })
  })

  test('a removed one keeps its scores, and its device and key are cut off', async () => {
    const { token } = owner
    const machine = await makeVenueMachine(database.db, owner.id)
    const game = await database.db
      .insertInto('games')
      .values({ venue_machine_id: machine, session_uuid: crypto.randomUUID(), sequence: 1, scores: ['5'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('providers')
      .values({ name: 'maker', public_key: Buffer.alloc(65) })
      .execute()
    await database.db
      .insertInto('devices')
      .values({ provider: 'maker', uuid: crypto.randomUUID(), shortcode: 'ABC123', venue_machine_id: machine })
      .execute()
    await database.db
      .insertInto('device_keys')
      .values({ hash: hashOf('key'), venue_machine_id: machine })
      .execute()

    expect((await call(app, 'DELETE', `/api/venuemachine/${machine}/`, { token })).status).toBe(204)
    expect(await call(app, 'DELETE', `/api/venuemachine/${machine}/`, { token })).toMatchObject(missing)
    const { body } = await call(app, 'GET', `/api/venuemachine/?owner=${owner.id}&limit=500`, { token })
    expect((body as { results: { id: number }[] }).results.map(({ id }) => id)).not.toContain(machine)
    expect(await database.db.selectFrom('games').select('id').where('id', '=', game.id).execute()).toHaveLength(1)
    expect(await database.db.selectFrom('device_keys').selectAll().execute()).toEqual([])
    expect(await database.db.selectFrom('devices').select(['venue_machine_id', 'shortcode']).execute()).toEqual([
      { venue_machine_id: null, shortcode: expect.not.stringMatching('ABC123') },
    ])
    expect(ended).toEqual([machine])
  })

  test('a deleted venue takes its machines with it', async () => {
    const venueId = await makeVenue(database.db, owner.id)
    const machine = await makeVenueMachine(database.db, owner.id, { venueId })
    expect((await call(app, 'DELETE', `/api/venue/${venueId}/`, { token: owner.token })).status).toBe(204)
    const { retired_at } = await database.db
      .selectFrom('venue_machines')
      .select('retired_at')
      .where('id', '=', machine)
      .executeTakeFirstOrThrow()
    expect(retired_at).toBeInstanceOf(Date)
    expect(ended.at(-1)).toBe(machine)
  })

  test('its owner alone is told whether a device or a key sends for it', async () => {
    const machine = await makeVenueMachine(database.db, owner.id)
    const { viewerKey } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
    const own = async () => {
      const { body } = await call(app, 'GET', `/api/venuemachine/?owner=${owner.id}&limit=500`, { token: owner.token })
      const listed = v.parse(listOf(VenueMachine), body).results.find(({ id }) => id === machine)
      expect((await call(app, 'GET', `/api/venuemachine/${machine}/`, { token: owner.token })).body).toEqual(listed)
      return { device: listed?.has_device, key: listed?.has_key }
    }
    expect(await own()).toEqual({ device: false, key: false })
    await database.db
      .insertInto('device_keys')
      .values({ hash: hashOf(`key ${machine}`), venue_machine_id: machine })
      .execute()
    expect(await own()).toEqual({ device: false, key: true })
    await makeDevice(database.db, machine)
    expect(await own()).toEqual({ device: true, key: true })
    // The key of a private board opens the machine's name, and no more of it.
    const byKey = await call(app, 'GET', `/api/venuemachine/${machine}/?key=${viewerKey}`, { token: stranger.token })
    expect(byKey.status).toBe(200)
    for (const hidden of ['has_device', 'has_key', 'last_heard_at']) expect(byKey.body).not.toHaveProperty(hidden)
    expect(
      await call(app, 'GET', `/api/venuemachine/${machine}/?key=${viewerKey.slice(1)}0`, { token: stranger.token }),
    ).toMatchObject(missing)
  })

  test('others see one only when a public board shows it, without when it was last heard', async () => {
    const machine = await makeVenueMachine(database.db, owner.id)
    const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
    const get = (token?: string) => call(app, 'GET', `/api/venuemachine/${machine}`, { token })
    expect(await get(stranger.token)).toMatchObject(missing)
    expect((await get(owner.token)).body).toHaveProperty('last_heard_at', null)
    await database.db.updateTable('boards').set({ is_public: true }).where('id', '=', board.id).execute()
    for (const token of [undefined, stranger.token]) {
      const answer = await get(token)
      expect(v.parse(VenueMachine, answer.body).id).toBe(machine)
      expect(answer.body).not.toHaveProperty('last_heard_at')
    }
  })
})

describe('API-04 machines of several owners', () => {
  let mine: number
  let hidden: number
  let open: number

  const idsOf = async (query: string, token = owner.token) => {
    const answer = await call(app, 'GET', `/api/venuemachine/?${query}`, { token })
    return v.parse(listOf(VenueMachine), answer.body).results.map(({ id }) => id)
  }

  beforeEach(async () => {
    owner = await makeUser(database.db)
    stranger = await makeUser(database.db)
    const arena = `Arena ${owner.id}`
    mine = await makeVenueMachine(database.db, owner.id, {
      venueId: await makeVenue(database.db, owner.id, arena),
      machine: 'Medieval Madness',
    })
    const theirs = await makeVenue(database.db, stranger.id, arena)
    hidden = await makeVenueMachine(database.db, stranger.id, { venueId: theirs, machine: 'Attack From Mars' })
    open = await makeVenueMachine(database.db, stranger.id, { venueId: theirs, machine: 'Godzilla' })
    await makeScoreboard(database.db, stranger.id, { venueMachineIds: [open] })
    await makeScoreboard(database.db, stranger.id, { venueMachineIds: [hidden], isPublic: false })
  })

  test('of an owner: all of one’s own, of another those that his public scoreboards show', async () => {
    expect(await idsOf(`owner=${owner.id}&limit=500`)).toEqual([mine])
    expect(await idsOf(`owner=${stranger.id}&limit=500`)).toEqual([open])
    expect(await idsOf(`owner=${stranger.id}&limit=500`, stranger.token)).toEqual([hidden, open])
    expect(await idsOf(`owner=${stranger.id}&search=mars`)).toEqual([])
    expect(await idsOf('owner=999999')).toEqual([])
  })

  test.each([
    ['name', () => [open, mine]],
    ['-name', () => [mine, open]],
    ['id', () => [mine, open]],
    ['-id', () => [open, mine]],
  ])('without an owner, own and open ones together, ordered by %s', async (order, expected) => {
    expect(await idsOf(`search=arena%20${owner.id}&limit=100&ordering=${order}`)).toEqual(expected())
  })

  test('in pages', async () => {
    const query = (offset: number) =>
      `/api/venuemachine/?search=${encodeURIComponent(`arena ${owner.id}`)}&limit=1&offset=${offset}`
    expect((await call(app, 'GET', query(0), { token: owner.token })).body).toMatchObject({
      count: 2,
      results: [{ id: open }],
      previous: null,
      next: expect.any(String),
    })
    expect((await call(app, 'GET', query(1), { token: owner.token })).body).toMatchObject({
      count: 2,
      results: [{ id: mine }],
      next: null,
    })
    expect((await call(app, 'GET', '/api/venuemachine/?limit=1000', { token: owner.token })).status).toBe(200)
    expect(await call(app, 'GET', '/api/venuemachine/?limit=1001', { token: owner.token })).toMatchObject({
      status: 400,
      body: { limit: ['At most 1000'] },
    })
  })

  test('when it was last heard, and whose it is', async () => {
    const { body } = await call(app, 'GET', `/api/venuemachine/?search=arena ${owner.id}&ordering=id`, {
      token: owner.token,
    })
    const [own, other] = v.parse(listOf(VenueMachine), body).results
    expect([own?.user_roles[0]?.user.id, other?.user_roles[0]?.user.id]).toEqual([owner.id, stranger.id])
    expect(own).toHaveProperty('last_heard_at', null)
    expect(other).not.toHaveProperty('last_heard_at')
  })

  test('only as long as they stand there', async () => {
    await database.db
      .updateTable('venue_machines')
      .set({ retired_at: new Date() })
      .where('id', 'in', [mine, open])
      .execute()
    expect(await idsOf(`search=arena ${owner.id}`)).toEqual([])
    // Boards and scores still name it.
    expect((await call(app, 'GET', `/api/venuemachine/${open}/`)).status).toBe(200)
  })

  test('a public scoreboard of somebody else opens no machine', async () => {
    await makeScoreboard(database.db, owner.id, { venueMachineIds: [hidden] })
    expect(await idsOf(`owner=${stranger.id}`)).toEqual([open])
    expect(await call(app, 'GET', `/api/venuemachine/${hidden}/`, { token: owner.token })).toMatchObject(missing)
  })

  test('of one venue', async () => {
    const venue = await makeVenue(database.db, owner.id)
    const other = await makeVenueMachine(database.db, owner.id, { venueId: venue })
    expect(await idsOf(`venue=${venue}`)).toEqual([other])
  })
})

// Who may call what with an id is a table of its own: authorisation.test.ts.
test.each(['/api/venue/', '/api/venuemachine/'])('API-09 %s of another owner is empty', async (url) => {
  owner = await makeUser(database.db)
  await makeVenueMachine(database.db, owner.id)
  expect((await call(app, 'GET', `${url}?owner=${owner.id}`, { token: stranger.token })).body).toMatchObject({
    count: 0,
    results: [],
  })
  expect(await call(app, 'GET', `${url}?ordering=owner_id`, { token: owner.token })).toMatchObject({
    status: 400,
    body: { ordering: ['Unknown ordering'] },
  })
})
