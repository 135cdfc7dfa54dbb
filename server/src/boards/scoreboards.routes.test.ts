import { listOf, Scoreboard } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as v from 'valibot'
import { buildTestApp, call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import { BoardChanges } from './changes'
import type { BoardChange } from './changes'
import { scoreboardsRoutes } from './scoreboards.routes'

const database = useTestDatabase()
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
let stranger: typeof owner
let machine: number
const announced: BoardChange[] = []

beforeAll(async () => {
  const changes = new BoardChanges()
  changes.onBoardChange((change) => announced.push(change))
  app = await buildTestApp(database.db, [scoreboardsRoutes({ db: database.db, changes })])
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await makeUser(database.db)
  stranger = await makeUser(database.db)
  machine = await makeVenueMachine(database.db, owner.id)
  announced.splice(0)
})

const path = '/api/scoreboard/'
const input = (fields: object = {}) => ({ title: 'Main floor', venuemachine_items: [{ venuemachine: machine, order: 1 }], ...fields })
const create = (fields?: object, by = owner) => call(app, 'POST', path, { token: by.token, body: input(fields) })
const created = async (fields?: object) => v.parse(Scoreboard, (await create(fields)).body)
const missing = { status: 404, body: { detail: 'Item not found.' } }

describe('API-02 scoreboards', () => {
  test('are private and plain unless said otherwise', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(v.parse(Scoreboard, body)).toEqual({
      id: expect.any(Number),
      title: 'Main floor',
      is_public: false,
      background_color: '#000',
      display_title: true,
      enablePlayerRank: false,
      high_density: false,
      leaderboard: null,
      idle_leaderboard_show: false,
      idle_leaderboard_sec: 10,
      idle_scoreboard_sec: 10,
      idle_hotgame_show: false,
      idle_hotgame_type: 0,
      venuemachine_items: [{ venuemachine: machine, order: 1 }],
      user_roles: [{ role: 'owner', user: expect.objectContaining({ id: owner.id, cached_display_name: 'Pat Lawlor' }) }],
      viewer_key: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  test('keep everything that is sent, and are read back the same', async () => {
    const sent = input({
      title: '  Björn’s 🏆 ',
      is_public: true,
      background_color: '#ABCDEF',
      display_title: false,
      enablePlayerRank: true,
      high_density: true,
      idle_hotgame_show: true,
      idle_hotgame_type: 4,
      idle_leaderboard_sec: 30,
      idle_scoreboard_sec: 86_400,
    })
    const board = await created(sent)
    expect(board).toMatchObject({ ...sent, title: 'Björn’s 🏆', background_color: '#abcdef' })
    expect((await call(app, 'GET', `${path}${board.id}`, { token: owner.token })).body).toEqual(board)
    const changed = { title: 'Other', is_public: false, venuemachine_items: [{ venuemachine: await makeVenueMachine(database.db, owner.id), order: 5 }] }
    const updated = await call(app, 'PUT', `${path}${board.id}/`, { token: owner.token, body: changed })
    // What a PUT leaves out is back at its default.
    expect(updated).toMatchObject({ status: 200, body: { ...changed, id: board.id, background_color: '#000', enablePlayerRank: false } })
    expect((await call(app, 'GET', `${path}${board.id}/`, { token: owner.token })).body).toEqual(updated.body)
  })

  test('PATCH changes only what it names', async () => {
    const board = await created({ enablePlayerRank: true, background_color: '#123456' })
    const { body } = await call(app, 'PATCH', `${path}${board.id}/`, { token: owner.token, body: { title: 'Patched' } })
    expect(body).toEqual({ ...board, title: 'Patched' })
  })

  test('keep several machines in the order sent', async () => {
    const others = [await makeVenueMachine(database.db, owner.id), await makeVenueMachine(database.db, owner.id)]
    const items = [others[1]!, machine, others[0]!].map((venuemachine) => ({ venuemachine }))
    const board = await created({ venuemachine_items: items })
    expect(board.venuemachine_items).toEqual(items.map((item, order) => ({ ...item, order })))
  })

  test('are deleted without a body', async () => {
    const board = await created()
    expect(await call(app, 'DELETE', `${path}${board.id}/`, { token: owner.token })).toMatchObject({ status: 204, text: '' })
    expect(await call(app, 'GET', `${path}${board.id}/`, { token: owner.token })).toMatchObject(missing)
    expect(await call(app, 'DELETE', `${path}${board.id}/`, { token: owner.token })).toMatchObject(missing)
    expect(await database.db.selectFrom('scoreboard_machines').selectAll().where('scoreboard_id', '=', board.id).execute()).toEqual([])
  })

  test('id, owner and roles in a body are ignored', async () => {
    const board = await created({ id: 4711, owner: stranger.id, owner_id: stranger.id, user_roles: [{ user: { id: stranger.id }, role: 'owner' }], viewer_key: 'mine' })
    expect(board.id).not.toBe(4711)
    expect(board.viewer_key).not.toBe('mine')
    expect(board.user_roles.map(({ user }) => user.id)).toEqual([owner.id])
  })
})

describe('API-10 what is refused', () => {
  const long = 'x'.repeat(257)
  test.each([
    ['no title', { title: undefined }, { title: ['Title must not be blank'] }],
    ['a blank title', { title: ' \t ' }, { title: ['Title must not be blank'] }],
    ['a long title', { title: long }, { title: ['Title must be at most 256 characters'] }],
    ['no machine', { venuemachine_items: [] }, { venuemachine_items: ['Please select at least 1 machine'] }],
    ['no machines field', { venuemachine_items: undefined }, { venuemachine_items: ['Please select at least 1 machine'] }],
    ['an unknown machine', { venuemachine_items: [{ venuemachine: 999_999 }] }, { venuemachine_items: ['Only machines of your own venues can be shown'] }],
    ['a colour that is none', { background_color: 'red;}' }, { background_color: ['Please enter a colour such as #1a2b3c'] }],
    ['a flag that is none', { is_public: 'yes' }, { is_public: ['This value is not accepted'] }],
    ['an unknown idle screen', { idle_hotgame_type: 5 }, { idle_hotgame_type: ['This value is not accepted'] }],
    ['both idle screens', { idle_hotgame_show: true, idle_leaderboard_show: true }, { idle_hotgame_show: ['Show either a leaderboard or a hot game when idle'] }],
    ['a title with nothing to see in it', { title: '\u200B \u3164' }, { title: ['Title must not be blank'] }],
    ['an order beyond any', { get venuemachine_items() { return [{ venuemachine: machine, order: 2 ** 31 }] } }, { venuemachine_items: ['This value is not accepted'] }],
    ['a leaderboard that is not there', { leaderboard: 1 }, { leaderboard: ['Item not found.'] }],
  ])('%s', async (_title, fields, errors) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: errors })
    const board = await created()
    expect(await call(app, 'PUT', `${path}${board.id}/`, { token: owner.token, body: input(fields) })).toMatchObject({ status: 400, body: errors })
    expect((await call(app, 'GET', `${path}${board.id}/`, { token: owner.token })).body).toEqual(board)
  })

  test('a machine twice', async () => {
    const twice = [{ venuemachine: machine }, { venuemachine: machine, order: 1 }]
    expect(await create({ venuemachine_items: twice })).toMatchObject({ status: 400, body: { venuemachine_items: ['No duplicate machines!'] } })
  })

  test('256 characters are a title', async () => {
    expect((await create({ title: '🏆'.repeat(128) })).status).toBe(201)
    expect((await create({ title: 'x'.repeat(256) })).status).toBe(201)
  })

  test('somebody else’s machine, even one that a public board shows', async () => {
    const theirs = await makeVenueMachine(database.db, stranger.id)
    await makeScoreboard(database.db, stranger.id, { venueMachineIds: [theirs] })
    expect(await create({ venuemachine_items: [{ venuemachine: theirs }] })).toMatchObject({ status: 400, body: { venuemachine_items: ['Only machines of your own venues can be shown'] } })
  })

  test('a removed machine, except where it is already', async () => {
    const board = await created()
    await database.db.updateTable('venue_machines').set({ retired_at: new Date() }).where('id', '=', machine).execute()
    expect((await create({ title: 'Another' })).status).toBe(400)
    expect((await call(app, 'PUT', `${path}${board.id}/`, { token: owner.token, body: input({ title: 'Renamed' }) })).status).toBe(200)
  })

  test('a title twice of one owner; on update only if changed', async () => {
    const taken = { status: 400, body: { title: ['Title must be unique'] } }
    const board = await created()
    expect(await create({ title: ' Main floor ' })).toMatchObject(taken)
    expect((await call(app, 'PUT', `${path}${board.id}/`, { token: owner.token, body: input() })).status).toBe(200)
    const other = await created({ title: 'Other' })
    expect(await call(app, 'PUT', `${path}${other.id}/`, { token: owner.token, body: input() })).toMatchObject(taken)
    machine = await makeVenueMachine(database.db, stranger.id)
    expect((await create({}, stranger)).status).toBe(201)
  })

  test('of ten at the same time with one title, one is made', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(400)])
  })
})

describe('API-02 lists', () => {
  const titles = async (query: string, token?: string) => {
    const { status, body } = await call(app, 'GET', `${path}?${query}`, { token })
    expect(status).toBe(200)
    return v.parse(listOf(Scoreboard), body).results.map(({ title }) => title)
  }
  beforeEach(async () => {
    await sql`delete from scoreboards`.execute(database.db)
    await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], title: 'B public' })
    await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], title: 'A private', isPublic: false })
    await makeScoreboard(database.db, stranger.id, { venueMachineIds: [machine], title: 'C public' })
    await makeScoreboard(database.db, stranger.id, { venueMachineIds: [machine], title: 'D private', isPublic: false })
  })

  test('an owner sees his private ones, nobody else does', async () => {
    expect(await titles(`owner=${owner.id}&limit=100`, owner.token)).toEqual(['A private', 'B public'])
    expect(await titles(`owner=${owner.id}&limit=100`, stranger.token)).toEqual(['B public'])
    expect(await titles(`owner=${owner.id}&is_public=false`, stranger.token)).toEqual([])
    expect(await titles('ordering=title', owner.token)).toEqual(['A private', 'B public', 'C public'])
    expect(await titles('is_public=false', owner.token)).toEqual(['A private'])
  })

  test('everybody sees public ones, the newest first', async () => {
    expect(await titles('is_public=true&limit=10&ordering=-id')).toEqual(['C public', 'B public'])
    expect(await titles('is_public=true&limit=1&offset=1&ordering=-id')).toEqual(['B public'])
    for (const query of ['', 'is_public=false', `owner=${owner.id}`]) expect((await call(app, 'GET', `${path}?${query}`)).status).toBe(401)
  })

  test('a viewer key is only in the owner’s answer', async () => {
    const keys = async (token?: string) => {
      const { body } = await call(app, 'GET', `${path}?is_public=true&ordering=id`, { token })
      return v.parse(listOf(Scoreboard), body).results.map(({ viewer_key }) => typeof viewer_key)
    }
    expect(await keys(owner.token)).toEqual(['string', 'undefined'])
    expect(await keys()).toEqual(['undefined', 'undefined'])
  })

  test('count and the pages beside', async () => {
    const { body } = await call(app, 'GET', `${path}?is_public=true&limit=1&ordering=id`, { token: owner.token })
    expect(body).toMatchObject({ count: 2, next: `${path}?is_public=true&limit=1&ordering=id&offset=1`, previous: null })
  })

  test.each([
    ['limit=1001', { limit: ['At most 1000'] }],
    ['ordering=viewer_key', { ordering: ['Unknown ordering'] }],
    ['ordering=id;drop', { ordering: ['Unknown ordering'] }],
    ['owner=me', { owner: ['An id is expected'] }],
    ['is_public=1', { is_public: ['true or false is expected'] }],
  ])('API-10 ?%s is refused', async (query, errors) => {
    expect(await call(app, 'GET', `${path}?${query}`, { token: owner.token })).toMatchObject({ status: 400, body: errors })
  })
})

describe('API-09 ownership', () => {
  const edit = { status: 403, body: { detail: 'You do not authorized to edit the requested resource.' } }
  const remove = { status: 403, body: { detail: 'You do not authorized to delete the requested resource.' } }
  const writes = [
    ['PUT', '', edit],
    ['PATCH', '', edit],
    ['DELETE', '', remove],
    ['POST', 'viewer_key/', edit],
  ] as const

  const everything = async () => (await sql`select * from scoreboards b, scoreboard_machines m where m.scoreboard_id = b.id order by b.id`.execute(database.db)).rows

  test.each(writes)('%s {id}/%s of another user is refused and changes nothing', async (method, below, refusal) => {
    const shown = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
    const hidden = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
    const before = await everything()
    // A body that would pass, were it the stranger's own.
    const body = method === 'PUT' || method === 'PATCH' ? input({ venuemachine_items: [{ venuemachine: await makeVenueMachine(database.db, stranger.id) }] }) : undefined
    const write = (id: number, token?: string, query = '') => call(app, method, `${path}${id}/${below}${query}`, { token, body })

    expect(await write(shown.id, stranger.token)).toMatchObject(refusal)
    const privateAnswer = await write(hidden.id, stranger.token)
    const missingAnswer = await write(999_999, stranger.token)
    expect(privateAnswer).toMatchObject(missing)
    expect(privateAnswer.text).toBe(missingAnswer.text)
    expect(await write(hidden.id, stranger.token, `?key=${hidden.viewerKey}`)).toMatchObject(missing)
    for (const id of [shown.id, hidden.id, 999_999]) expect((await write(id)).status).toBe(401)
    expect(await everything()).toEqual(before)
    expect(announced).toEqual([])
  })

  test.each(writes)('%s {id}/%s of the owner passes', async (method, below) => {
    const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine] })
    const { status } = await call(app, method, `${path}${board.id}/${below}`, { token: owner.token, body: method === 'PUT' || method === 'PATCH' ? input() : undefined })
    expect(status).toBe(method === 'DELETE' ? 204 : 200)
  })
})

describe('private boards', () => {
  test('answer exactly like missing ones, but to the owner and the holder of the key', async () => {
    const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
    const get = (query = '', token?: string) => call(app, 'GET', `${path}${board.id}/${query}`, { token })
    const none = await call(app, 'GET', `${path}999999/`)
    const stable = ({ text, status, headers }: typeof none) => ({ text, status, headers: { ...headers, 'x-request-id': '', date: '' } })
    for (const refused of [await get(), await get('', stranger.token), await get('?key='), await get(`?key=${board.viewerKey.slice(1)}`), await get(`?key=${board.viewerKey}x`)]) {
      expect(stable(refused)).toEqual(stable(none))
    }
    expect((await get('', owner.token)).body).toMatchObject({ id: board.id, viewer_key: board.viewerKey })
    const withKey = await get(`?key=${board.viewerKey}`)
    expect(withKey).toMatchObject({ status: 200, body: { id: board.id } })
    expect(withKey.body).not.toHaveProperty('viewer_key')
  })

  test('a renewed key cuts the old one off', async () => {
    const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: false })
    const { status, body } = await call(app, 'POST', `${path}${board.id}/viewer_key/`, { token: owner.token })
    const { key } = body as { key: string }
    expect(status).toBe(200)
    expect(await call(app, 'GET', `${path}${board.id}/?key=${board.viewerKey}`)).toMatchObject(missing)
    expect((await call(app, 'GET', `${path}${board.id}/?key=${key}`)).status).toBe(200)
    expect((await call(app, 'GET', `${path}${board.id}/`, { token: owner.token })).body).toMatchObject({ viewer_key: key })
    expect(announced).toEqual([{ type: 'scoreboard', id: board.id, reason: 'closed' }])
  })

  test.each([
    ['stays public', true, true, 'updated'],
    ['becomes private', true, false, 'closed'],
    ['becomes public', false, true, 'updated'],
  ])('a board that %s is announced', async (_title, before, after, reason) => {
    const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: before })
    await call(app, 'PUT', `${path}${board.id}/`, { token: owner.token, body: input({ is_public: after }) })
    expect(announced).toEqual([{ type: 'scoreboard', id: board.id, reason }])
  })
})
