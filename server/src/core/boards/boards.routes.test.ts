import {
  builtInTypes,
  Comboboard,
  Leaderboard,
  listOf,
  Scoreboard,
  Slideshow,
  Streamboard,
} from '@multiball/shared/schema'
import type { BuiltInType } from '@multiball/shared/schema'
import { sql } from 'kysely'
import * as v from 'valibot'
import {
  call,
  findMachine,
  makeComboboard,
  makeLeaderboard,
  makeScoreboard,
  makeSlideshow,
  makeStreamboard,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { useBoardRoutes } from '../../testing/boardRoutesStage'

// What every board type does alike. What is special about one is in its own test.

const database = useTestDatabase()
const stage = useBoardRoutes(database, builtInTypes)
let machine: number
let title: number
/** two public scoreboards of the owner with one machine each */
let shown: number[]

beforeAll(async () => {
  title = await findMachine(database.db)
})
beforeEach(async () => {
  machine = await makeVenueMachine(database.db, stage.owner.id)
})

/** They open the machine to others, too. */
async function makeShown() {
  shown = []
  for (let at = 0; at < 2; at += 1)
    shown.push((await makeScoreboard(database.db, stage.owner.id, { venueMachineIds: [machine] })).id)
}

const answers = {
  scoreboard: Scoreboard,
  leaderboard: Leaderboard,
  comboboard: Comboboard,
  slideshow: Slideshow,
  streamboard: Streamboard,
}
const missing = { status: 404, body: { detail: 'Item not found.' } }
const edit = { status: 403, body: { detail: 'You do not authorized to edit the requested resource.' } }
const remove = { status: 403, body: { detail: 'You do not authorized to delete the requested resource.' } }

/** A body that anybody may send. */
const bodies: Record<BuiltInType, (fields?: object) => object> = {
  scoreboard: (fields) => ({
    title: 'Main floor',
    is_public: false,
    venuemachine_items: [{ venuemachine: machine, order: 1 }],
    ...fields,
  }),
  leaderboard: (fields) => ({
    title: 'Main floor',
    is_public: false,
    items: [{ id: title, type: 'machine', order: 1 }],
    ...fields,
  }),
  comboboard: (fields) => ({
    title: 'Main floor',
    is_public: false,
    items: shown.map((item_id, order) => ({ item_type: 'scoreboard', item_id, order })),
    ...fields,
  }),
  slideshow: (fields) => ({
    title: 'Main floor',
    is_public: false,
    items: shown.map((item_id, order) => ({ item_type: 'scoreboard', item_id, duration: 5, order })),
    ...fields,
  }),
  streamboard: (fields) => ({
    title: 'Main floor',
    is_public: false,
    scoreboard_items: [{ scoreboard: shown[0], order: 1 }],
    ...fields,
  }),
}

type Made = { isPublic?: boolean; title?: string }
const makers: Record<BuiltInType, (ownerId: number, made: Made) => Promise<{ id: number; viewerKey: string }>> = {
  scoreboard: (ownerId, made) => makeScoreboard(database.db, ownerId, { venueMachineIds: [machine], ...made }),
  leaderboard: (ownerId, made) => makeLeaderboard(database.db, ownerId, { machineIds: [title], ...made }),
  comboboard: (ownerId, made) =>
    makeComboboard(database.db, ownerId, { items: shown.map((id) => ({ type: 'scoreboard', id })), ...made }),
  slideshow: (ownerId, made) =>
    makeSlideshow(database.db, ownerId, { items: shown.map((id) => ({ type: 'scoreboard', id })), ...made }),
  streamboard: (ownerId, made) => makeStreamboard(database.db, ownerId, { scoreboardIds: [shown[0]!], ...made }),
}

test.each(builtInTypes.filter((type) => type !== 'slideshow'))(
  'MOM-25 an owner says which moments a %s tells: records unless said otherwise, all or none',
  async (type) => {
    await makeShown()
    const send = async (method: 'POST' | 'PUT' | 'PATCH', fields: object, id?: number) => {
      const path = `/api/${type}/${id === undefined ? '' : `${id}/`}`
      const { status, body } = await call(stage.app, method, path, { token: stage.owner.token, body: fields })
      return { status, ...(body as { id: number; moments: unknown }) }
    }
    const { id, moments } = await send('POST', bodies[type]())
    expect(moments).toBe('records')
    expect(await send('PATCH', { moments: 'none' }, id)).toMatchObject({ status: 200, moments: 'none' })
    expect(await send('PATCH', { title: 'Back room' }, id)).toMatchObject({ status: 200, moments: 'none' })
    expect(await send('PUT', bodies[type]({ moments: 'all' }), id)).toMatchObject({ status: 200, moments: 'all' })
    expect(await send('PATCH', { moments: 'loud' }, id)).toMatchObject({ status: 400, moments: [expect.any(String)] })
  },
)

describe.each(['comboboard', 'slideshow', 'streamboard'] as const)('API-11 a %s that lost what it shows', (type) => {
  beforeEach(makeShown)
  const patch = (id: number, fields: object) =>
    call(stage.app, 'PATCH', `/api/${type}/${id}/`, { token: stage.owner.token, body: fields })
  const itemsField = type === 'streamboard' ? 'scoreboard_items' : 'items'
  const lose = (ids: number[]) =>
    Promise.all(ids.map((id) => call(stage.app, 'DELETE', `/api/scoreboard/${id}/`, { token: stage.owner.token })))

  test.each([
    ['a part', 1],
    ['everything', 2],
  ])('%s of it can be renamed and hidden; a change of what is wrong is checked', async (_what, lost) => {
    const { id } = await makers[type](stage.owner.id, { isPublic: true })
    await lose(shown.slice(0, lost))
    const items = ((await call(stage.app, 'GET', `/api/${type}/${id}/`)).body as Record<string, unknown[]>)[itemsField]!
    expect(await patch(id, { title: ' What is left ' })).toMatchObject({
      status: 200,
      body: { title: 'What is left', is_public: true, [itemsField]: items },
    })
    expect(await patch(id, { is_public: false })).toMatchObject({
      status: 200,
      body: { title: 'What is left', is_public: false, [itemsField]: items },
    })
    expect((await call(stage.app, 'GET', `/api/${type}/${id}/`)).status).toBe(404)
    expect(await patch(id, { title: '', [itemsField]: items })).toMatchObject({
      status: 400,
      body: { title: ['Title must not be blank'], [itemsField]: [expect.any(String)] },
    })
    expect((await patch(id, { [itemsField]: null })).status).toBe(400)
    // Saved as a whole it has to be whole.
    expect(
      (
        await call(stage.app, 'PUT', `/api/${type}/${id}/`, {
          token: stage.owner.token,
          body: { title: 'Whole', is_public: false, [itemsField]: items },
        })
      ).status,
    ).toBe(400)
  })
})

test('API-11 a change that breaks what was right is refused, whatever field it is told of', async () => {
  const boards = await Promise.all(
    Array.from({ length: 8 }, () => makeScoreboard(database.db, stage.owner.id, { venueMachineIds: [machine] })),
  )
  const { id } = await makeComboboard(database.db, stage.owner.id, {
    isHighDensity: true,
    items: boards.map((board) => ({ type: 'scoreboard', id: board.id })),
  })
  const sent = await call(stage.app, 'PATCH', `/api/comboboard/${id}/`, {
    token: stage.owner.token,
    body: { high_density: false },
  })
  expect(sent).toMatchObject({
    status: 400,
    body: { items: ['A comboboard can have at most 6 items, or 20 with high density.'] },
  })
})

describe.each(builtInTypes)('%s', (type) => {
  if (type !== 'leaderboard') beforeEach(makeShown)
  const path = `/api/${type}/`
  const answer = answers[type] as v.GenericSchema<unknown, v.InferOutput<typeof Scoreboard>>
  const body = (fields?: object) => bodies[type](fields)
  const make = (ownerId: number, made: Made = {}) => makers[type](ownerId, made)
  const create = (fields?: object, by = stage.owner) =>
    call(stage.app, 'POST', path, { token: by.token, body: body(fields) })
  const created = async (fields?: object) => v.parse(answer, (await create(fields)).body)

  test('API-02 is made, read, changed and deleted by its owner', async () => {
    const made = await create({ title: '  Björn’s 🏆 ' })
    const board = v.parse(answer, made.body)
    expect(made.status).toBe(201)
    expect(board).toMatchObject({
      title: 'Björn’s 🏆',
      is_public: false,
      user_roles: [{ role: 'owner', user: { id: stage.owner.id, profile_picture: null } }],
    })
    expect(board.viewer_key).toMatch(/^[\w-]{22}$/)
    expect((await call(stage.app, 'GET', `${path}${board.id}`, { token: stage.owner.token })).body).toEqual(made.body)

    const updated = await call(stage.app, 'PUT', `${path}${board.id}/`, {
      token: stage.owner.token,
      body: body({ title: 'Upstairs', is_public: true }),
    })
    expect(updated).toMatchObject({
      status: 200,
      body: { id: board.id, title: 'Upstairs', is_public: true, viewer_key: board.viewer_key },
    })
    const patched = await call(stage.app, 'PATCH', `${path}${board.id}/`, {
      token: stage.owner.token,
      body: { title: 'Downstairs' },
    })
    expect(patched).toMatchObject({ status: 200, body: { ...(updated.body as object), title: 'Downstairs' } })
    expect((await call(stage.app, 'GET', `${path}${board.id}/`)).body).toEqual({
      ...(patched.body as object),
      viewer_key: undefined,
    })

    expect(await call(stage.app, 'DELETE', `${path}${board.id}/`, { token: stage.owner.token })).toMatchObject({
      status: 204,
      text: '',
    })
    for (const method of ['GET', 'DELETE'] as const)
      expect(await call(stage.app, method, `${path}${board.id}/`, { token: stage.owner.token })).toMatchObject(missing)
    expect(stage.announced.filter(({ id }) => id === board.id).map(({ reason }) => reason)).toEqual([
      'updated',
      'updated',
      'deleted',
    ])
  })

  test('API-09 id, owner, roles and key in a body are ignored', async () => {
    const forged = {
      id: 4711,
      owner: stage.stranger.id,
      owner_id: stage.stranger.id,
      user_roles: [{ user: { id: stage.stranger.id }, role: 'owner' }],
      viewer_key: 'mine',
    }
    const board = await created(forged)
    expect(board.id).not.toBe(4711)
    expect(board.user_roles.map(({ user }) => user.id)).toEqual([stage.owner.id])
    for (const method of ['PUT', 'PATCH'] as const) {
      const changed = await call(stage.app, method, `${path}${board.id}/`, {
        token: stage.owner.token,
        body: body(forged),
      })
      expect(changed.body).toMatchObject({ id: board.id, user_roles: board.user_roles, viewer_key: board.viewer_key })
    }
  })

  test('API-10 without a title that can be taken it is refused, and stays as it was', async () => {
    const board = await created()
    const blank = 'Title must not be blank'
    const refused = [
      [undefined, blank],
      [null, blank],
      [' \t ', blank],
      ['\u200B \u3164', blank],
      [5, 'This value is not accepted'],
      ['x'.repeat(257), 'Title must be at most 256 characters'],
      ['a\u0000b', 'Control characters are not allowed'],
    ] as const
    for (const [title, error] of refused) {
      expect([title, await create({ title })]).toMatchObject([title, { status: 400, body: { title: [error] } }])
      expect([
        title,
        await call(stage.app, 'PUT', `${path}${board.id}/`, { token: stage.owner.token, body: body({ title }) }),
      ]).toMatchObject([title, { status: 400, body: { title: [error] } }])
    }
    expect((await call(stage.app, 'GET', `${path}${board.id}/`, { token: stage.owner.token })).body).toEqual(board)
  })

  test('API-10 a body that is no object is refused, not ignored', async () => {
    const board = await created()
    for (const text of ['[]', '[{"title":"x"}]', '"text"', '5', 'true', 'null']) {
      const send = (method: 'POST' | 'PUT' | 'PATCH', below: string) =>
        call(stage.app, method, `${path}${below}`, {
          token: stage.owner.token,
          body: text,
          headers: { 'content-type': 'application/json' },
        })
      for (const refused of [
        await send('POST', ''),
        await send('PUT', `${board.id}/`),
        await send('PATCH', `${board.id}/`),
      ]) {
        expect([text, refused]).toMatchObject([
          text,
          { status: 400, body: { non_field_errors: ['An object with fields is expected'] } },
        ])
      }
    }
    expect((await call(stage.app, 'GET', `${path}${board.id}/`, { token: stage.owner.token })).body).toEqual(board)
  })

  describe('titles', () => {
    const taken = { status: 400, body: { title: ['Title must be unique'] } }

    test('API-10 are one owner’s once; on update only if changed', async () => {
      const board = await created()
      expect(await create({ title: ' Main floor ' })).toMatchObject(taken)
      expect(
        (await call(stage.app, 'PUT', `${path}${board.id}/`, { token: stage.owner.token, body: body() })).status,
      ).toBe(200)
      const other = await created({ title: 'Other' })
      expect(
        await call(stage.app, 'PUT', `${path}${other.id}/`, { token: stage.owner.token, body: body() }),
      ).toMatchObject(taken)
      expect(
        await call(stage.app, 'PATCH', `${path}${other.id}/`, {
          token: stage.owner.token,
          body: { title: 'Main floor' },
        }),
      ).toMatchObject(taken)
      expect((await create({}, stage.stranger)).status).toBe(201)
    })

    test('API-10 of four made at the same time, one is made', async () => {
      const statuses = (await Promise.all([create(), create(), create(), create()])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([201, 400, 400, 400])
    })

    test('of 256 characters are taken', async () => {
      expect((await create({ title: '🏆'.repeat(128) })).status).toBe(201)
      expect((await create({ title: 'x'.repeat(256) })).status).toBe(201)
    })
  })

  test('changes at the same time do not undo each other', async () => {
    const board = await created({ is_public: true })
    const patch = (fields: object) =>
      call(stage.app, 'PATCH', `${path}${board.id}/`, { token: stage.owner.token, body: fields })
    await Promise.all([patch({ title: 'One' }), patch({ is_public: false })])
    expect((await call(stage.app, 'GET', `${path}${board.id}/`, { token: stage.owner.token })).body).toMatchObject({
      title: 'One',
      is_public: false,
    })
  })

  describe('API-02 lists', () => {
    const titles = async (query: string, token?: string) => {
      const { status, body: list } = await call(stage.app, 'GET', `${path}?${query}`, { token })
      expect(status).toBe(200)
      return v.parse(listOf(answer), list).results.map((board) => board.title)
    }
    beforeEach(async () => {
      await sql`update boards set is_public = false`.execute(database.db)
      await make(stage.owner.id, { title: 'B public' })
      await make(stage.owner.id, { title: 'A private', isPublic: false })
      await make(stage.stranger.id, { title: 'C public' })
      await make(stage.stranger.id, { title: 'D private', isPublic: false })
    })

    test('an owner sees his private ones, nobody else does', async () => {
      expect(await titles(`owner=${stage.owner.id}&is_public=true`, stage.owner.token)).toEqual(['B public'])
      expect(await titles(`owner=${stage.stranger.id}&limit=100`, stage.stranger.token)).toEqual([
        'D private',
        'C public',
      ])
      expect(await titles(`owner=${stage.owner.id}&limit=100`, stage.stranger.token)).toEqual(['B public'])
      expect(await titles(`owner=${stage.owner.id}&is_public=false`, stage.stranger.token)).toEqual([])
      expect(await titles('is_public=false', stage.stranger.token)).toEqual(['D private'])
      expect(await titles('ordering=title', stage.stranger.token)).toEqual(['B public', 'C public', 'D private'])
    })

    test('everybody sees public ones, the newest first', async () => {
      expect(await titles('is_public=true&limit=10&ordering=-id')).toEqual(['C public', 'B public'])
      expect(await titles('is_public=true&limit=1&offset=1&ordering=-id')).toEqual(['B public'])
      for (const query of ['', 'is_public=false', `owner=${stage.owner.id}`])
        expect((await call(stage.app, 'GET', `${path}?${query}`)).status).toBe(401)
    })

    test('in the order that is asked for, with their count, the pages beside, and the viewer key for the owner alone', async () => {
      const [up, down] = [
        ['B public', 'C public'],
        ['C public', 'B public'],
      ]
      for (const [order, expected] of Object.entries({
        title: up,
        '-title': down,
        id: up,
        created_at: up,
        '-updated_at': down,
      })) {
        expect([order, await titles(`is_public=true&ordering=${order}`)]).toEqual([order, expected])
      }
      const { body: list } = await call(stage.app, 'GET', `${path}?is_public=true&ordering=id`, {
        token: stage.owner.token,
      })
      expect(v.parse(listOf(answer), list).results.map(({ viewer_key }) => typeof viewer_key)).toEqual([
        'string',
        'undefined',
      ])
      const { body: page } = await call(stage.app, 'GET', `${path}?is_public=true&limit=1&ordering=id`)
      expect(page).toMatchObject({
        count: 2,
        next: `${path}?is_public=true&limit=1&ordering=id&offset=1`,
        previous: null,
      })
    })
  })

  // Pages and orderings: limits.test.ts.
  test('API-10 a list that cannot be asked for is refused by its field', async () => {
    const refused = {
      'limit=1001': { limit: ['At most 1000'] },
      'ordering=viewer_key': { ordering: ['Unknown ordering'] },
      'owner=me': { owner: ['An id is expected'] },
      'is_public=1': { is_public: ['true or false is expected'] },
    }
    for (const [query, errors] of Object.entries(refused)) {
      expect([query, await call(stage.app, 'GET', `${path}?${query}`, { token: stage.owner.token })]).toMatchObject([
        query,
        { status: 400, body: errors },
      ])
    }
  })

  // Who may call what is a table of its own: authorisation.test.ts.
  test('API-09 what somebody else may not do is refused in these words, and announced to nobody', async () => {
    const open = await make(stage.owner.id)
    for (const [method, below, refusal] of [
      ['PUT', '', edit],
      ['PATCH', '', edit],
      ['DELETE', '', remove],
      ['POST', 'viewer_key/', edit],
      ['GET', 'used_by/', edit],
    ] as const) {
      const sent = below === '' && method !== 'DELETE' ? body({ title: 'Mine now' }) : undefined
      expect([
        method,
        await call(stage.app, method, `${path}${open.id}/${below}`, { token: stage.stranger.token, body: sent }),
      ]).toMatchObject([method, refusal])
    }
    expect(stage.announced).toEqual([])
  })

  describe('private', () => {
    test('answers exactly like a missing one, but to the owner and the holder of the key', async () => {
      const board = await make(stage.owner.id, { isPublic: false })
      const other = await make(stage.owner.id, { isPublic: false })
      const get = (query = '', token?: string) => call(stage.app, 'GET', `${path}${board.id}/${query}`, { token })
      const none = await call(stage.app, 'GET', `${path}999999/`)
      const stable = ({ text, status, headers }: typeof none) => ({
        text,
        status,
        headers: { ...headers, 'x-request-id': '', date: '' },
      })
      const wrongKeys = ['', board.viewerKey.slice(1), `${board.viewerKey}x`, other.viewerKey]
      for (const refused of [
        await get(),
        await get('', stage.stranger.token),
        ...(await Promise.all(wrongKeys.map((key) => get(`?key=${key}`)))),
      ]) {
        expect(stable(refused)).toEqual(stable(none))
      }
      expect((await get('', stage.owner.token)).body).toMatchObject({ id: board.id, viewer_key: board.viewerKey })
      const withKey = await get(`?key=${board.viewerKey}`)
      expect(withKey).toMatchObject({ status: 200, body: { id: board.id } })
      expect(withKey.body).not.toHaveProperty('viewer_key')
    })

    test('a renewed key cuts the old one off', async () => {
      const board = await make(stage.owner.id, { isPublic: false })
      const { status, body: renewed } = await call(stage.app, 'POST', `${path}${board.id}/viewer_key/`, {
        token: stage.owner.token,
      })
      const { key } = renewed as { key: string }
      expect(status).toBe(200)
      expect(await call(stage.app, 'GET', `${path}${board.id}/?key=${board.viewerKey}`)).toMatchObject(missing)
      expect((await call(stage.app, 'GET', `${path}${board.id}/?key=${key}`)).status).toBe(200)
      expect((await call(stage.app, 'GET', `${path}${board.id}/`, { token: stage.owner.token })).body).toMatchObject({
        viewer_key: key,
      })
      expect(stage.announced).toEqual([{ type, id: board.id, reason: 'closed' }])
    })

    test('a change is announced: closed to viewers once it is private', async () => {
      for (const [before, after, reason] of [
        [true, true, 'updated'],
        [false, false, 'updated'],
        [true, false, 'closed'],
        [false, true, 'updated'],
      ] as const) {
        stage.announced.splice(0)
        const board = await make(stage.owner.id, { isPublic: before })
        await call(stage.app, 'PUT', `${path}${board.id}/`, {
          token: stage.owner.token,
          body: body({ title: `From ${before} to ${after}`, is_public: after }),
        })
        expect([before, after, stage.announced]).toEqual([before, after, [{ type, id: board.id, reason }]])
      }
    })
  })

  test('what is no id is not found', async () => {
    for (const id of ['0', '-1', 'x', '99999999999999999999', '1e3'])
      expect([id, await call(stage.app, 'GET', `${path}${id}/`, { token: stage.owner.token })]).toMatchObject([
        id,
        missing,
      ])
  })
})
