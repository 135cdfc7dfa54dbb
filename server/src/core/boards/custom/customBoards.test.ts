import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { CustomBootstrap, CustomScores, momentsOfFeed } from '@multiball/shared/schema'
import type { Game, Remote } from '@multiball/shared/schema'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import {
  call,
  makeComboboard,
  makeScoreboard,
  makeTvCode,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../../testing'
import { makeDeviceKey } from '../../../testing/devices'
import { publishVersion, writeRegistry } from '../../../testing/publishType'
import { buildWholeApp } from '../../../testing/wholeApp'
import type { WholeApp } from '../../../testing/wholeApp'

// A whole server over a deploy folder, into which types are published while it runs.

const database = useTestDatabase()
let folder: string
let whole: WholeApp
let address: string
let owner: Awaited<ReturnType<typeof makeUser>>
let stranger: typeof owner

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-custom-'))
  whole = await buildWholeApp(database.db, { isLimited: false }, { DEPLOY_DIR: folder })
  address = await whole.listen()
  owner = await makeUser(database.db)
  stranger = await makeUser(database.db)
})
afterAll(async () => {
  await whole.close()
  await rm(folder, { recursive: true })
})

type Published = Parameters<typeof publishVersion>[4]
const machine = { type: 'integer', reference: { to: ['venuemachine'], opens: true } }
const taps = {
  properties: {
    heading: { type: 'string', maxLength: 20, errorMessage: { maxLength: 'At most 20 characters' } },
    columns: { type: 'integer', default: 2 },
    machines: { type: 'array', items: machine, default: [] },
    best: { anyOf: [{ question: true }, { type: 'null' }], default: null },
    beside: { type: 'array', items: { type: 'integer', reference: { to: ['scoreboard'] } }, default: [] },
  },
  required: ['heading'],
  type: {
    path: 'tap-lists',
    feeds: {
      taps: { kind: 'posted', silent_after: 60 },
      now: { kind: 'game', from: 'machines' },
      told: { kind: 'moments', from: 'machines' },
      top: { kind: 'ranking', from: 'best' },
      beside: { kind: 'board', from: 'beside' },
    },
    moments: { last_keg: { title: 'Last keg' } },
  },
} satisfies Published
const version = (more: Partial<Published> = {}, number = '1.0.0') =>
  publishVersion(folder, 'mf-taps', number, 'taplist', { ...taps, ...more })
const run = (remote: Partial<Remote> & Pick<Remote, 'versions'>, others: Record<string, Remote> = {}) =>
  writeRegistry(folder, { 'mf-taps': { enabled: true, active: '1.0.0', ...remote }, ...others })
const publish = async () => run({ versions: { '1.0.0': await version() } })

const list = '/api/board/taplist/'
const as = (user: typeof owner) => ({ token: user.token })
const make = async (body: object = {}, user = owner) =>
  (
    await call(whole.app, 'POST', list, {
      ...as(user),
      body: { title: `Taps ${Math.random()}`, is_public: true, heading: 'On tap', ...body },
    })
  ).body as { id: number; viewer_key: string; title: string }
const post = (id: number, key: string, body: unknown, name = 'taps') =>
  call(whole.app, 'PUT', `${list}${id}/feed/${name}`, {
    headers: { authorization: `Feed ${key}` },
    body: body as object,
  })
const keyFor = async (id: number) =>
  ((await call(whole.app, 'POST', `${list}${id}/feed/taps/key/`, as(owner))).body as { key: string }).key
const scoresOf = async (id: number) =>
  v.parse(CustomScores, (await call(whole.app, 'GET', `${list}${id}/scores/`)).body)

/** What a viewer of a board is sent. */
async function watch(type: string, id: number) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/${type}/${id}/scores/websocket/`)
  const heard: Record<string, unknown>[] = []
  let wake = () => {}
  socket.on('message', (data) => {
    heard.push(JSON.parse((data as Buffer).toString()) as Record<string, unknown>)
    wake()
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'GET_SCORES', name: `${type}:${id}:scores` }))
  return {
    /** the first message that is like this */
    async until(matches: (message: Record<string, unknown>) => boolean) {
      for (;;) {
        const found = heard.find(matches)
        if (found) return found
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    /** the code that its connection was closed with */
    closed: once(socket, 'close').then(([code]) => code as number),
    close: () => socket.close(),
  }
}
type Feeds = { feeds: Record<string, { document?: unknown; sequence?: number | null }> }

test('BTY-11 MOM-25 a type that is published while the server runs: a board is made, read, listed, changed and deleted', async () => {
  expect((await call(whole.app, 'GET', `${list}?is_public=true`)).status).toBe(404)
  await publish()
  const machineId = await makeVenueMachine(database.db, owner.id)
  const made = await call(whole.app, 'POST', list, {
    ...as(owner),
    body: { title: 'Tonight', is_public: true, moments: 'none', heading: 'On tap', machines: [machineId] },
  })
  expect(made).toMatchObject({
    status: 201,
    body: {
      title: 'Tonight',
      moments: 'none',
      heading: 'On tap',
      columns: 2,
      machines: [machineId],
      best: null,
      viewer_key: expect.any(String),
    },
  })
  const { id } = made.body as { id: number }
  const item = `${list}${id}/`
  expect((await call(whole.app, 'GET', `${list}?is_public=true`)).body).toMatchObject({
    count: 1,
    results: [{ id, heading: 'On tap' }],
  })
  expect(
    await call(whole.app, 'PUT', item, { ...as(owner), body: { ...(made.body as object), columns: 3 } }),
  ).toMatchObject({ status: 200, body: { columns: 3, machines: [machineId] } })
  expect(await call(whole.app, 'PATCH', item, { ...as(owner), body: { heading: 'Cellar' } })).toMatchObject({
    status: 200,
    body: { heading: 'Cellar', columns: 3, moments: 'none' },
  })
  expect(await call(whole.app, 'PATCH', item, { ...as(stranger), body: { heading: 'x' } })).toMatchObject({
    status: 403,
  })
  expect(
    await call(whole.app, 'POST', list, { ...as(owner), body: { title: 'Tonight', heading: 'On tap' } }),
  ).toMatchObject({ status: 400, body: { title: ['Title must be unique'] } })
  expect(
    await call(whole.app, 'POST', list, {
      ...as(owner),
      body: { heading: 'x'.repeat(21), columns: 'two', machines: [999_999] },
    }),
  ).toMatchObject({
    status: 400,
    body: {
      title: ['Title must not be blank'],
      heading: ['At most 20 characters'],
      columns: ['This value is not accepted'],
    },
  })
  expect(
    await call(whole.app, 'POST', list, { ...as(owner), body: { title: 'Other', heading: 'x', machines: [999_999] } }),
  ).toMatchObject({
    status: 400,
    body: { machines: ['Only your own machines and those of public scoreboards can be shown'] },
  })
  expect(
    await call(whole.app, 'PUT', `${item}embed/`, { ...as(owner), body: { sites: ['https://partner.example'] } }),
  ).toMatchObject({ status: 200 })
  expect((await call(whole.app, 'DELETE', item, as(owner))).status).toBe(204)
  expect((await call(whole.app, 'GET', item, as(owner))).status).toBe(404)
})

test('BTY-11 a viewer sees its feeds, and a private board is for its owner and key alone', async () => {
  await publish()
  const machineId = await makeVenueMachine(database.db, owner.id)
  const shown = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machineId], isPublic: false })
  const best = { items: [{ id: machineId, type: 'venuemachine' }] }
  const { id, viewer_key: key } = await make({ is_public: false, machines: [machineId], best, beside: [shown.id] })
  expect((await call(whole.app, 'GET', `${list}${id}/bootstrap/`)).status).toBe(404)
  const answer = await call(whole.app, 'GET', `${list}${id}/bootstrap/?key=${key}`)
  const bootstrap = v.parse(CustomBootstrap, answer.body)
  expect(bootstrap).toMatchObject({
    id,
    settings: { heading: 'On tap', machines: [machineId] },
    scores: {
      feeds: {
        taps: { kind: 'posted', document: null, sequence: null, as_of: null, is_old: false },
        now: { kind: 'game', games: [{ venuemachine: { id: machineId }, game: null }] },
        top: { kind: 'ranking', scores: [] },
        beside: { kind: 'board', boards: [{ type: 'scoreboard', id: shown.id, scores: { data: [] } }] },
      },
    },
  })
  await call(whole.app, 'PATCH', `${list}${id}/`, { ...as(owner), body: { is_public: true } })
  // Everybody else sees the board, and not the private one in it.
  expect(await scoresOf(id)).toMatchObject({
    feeds: { beside: { boards: [{ id: shown.id, error: expect.any(String) }] } },
  })
})

test('BTY-59 a feed of moments has the newest ten of the machines that its owner may show, changes while they are told, and lets go of withdrawn ones', async () => {
  await publish()
  const [mine, theirs] = [
    await makeVenueMachine(database.db, owner.id),
    await makeVenueMachine(database.db, stranger.id),
  ]
  const board = await makeScoreboard(database.db, stranger.id, { venueMachineIds: [theirs], isPublic: true })
  const score = async (machineId: number, points: number, by = owner) =>
    (
      await call(whole.app, 'POST', `/api/venuemachine/${machineId}/score/`, {
        ...as(by),
        body: { uuid: randomUUID(), score: points, guest: 'ACE' },
      })
    ).body as { id: number }
  const { id } = await make({ machines: [mine, theirs] })
  const viewer = await watch('taplist', id)
  const told = async (...wanted: string[]) =>
    viewer.until((message) => {
      const { told } = (message as unknown as CustomScores).feeds ?? {}
      const shown = momentsOfFeed(told)?.map(({ kind, score, player }) => `${kind} ${score} ${player?.initials}`)
      return isDeepStrictEqual(shown, wanted)
    })
  await told()
  await score(mine, 100)
  await told('first_game null undefined')
  const best = await score(mine, 200)
  await told('venue_record 200 ACE', 'first_game null undefined')
  await score(theirs, 50, stranger)
  await told('first_game null undefined', 'venue_record 200 ACE', 'first_game null undefined')
  // Hidden by its owner.
  await call(whole.app, 'PATCH', `/api/scoreboard/${board.id}/`, { ...as(stranger), body: { is_public: false } })
  await call(whole.app, 'PATCH', `${list}${id}/`, { ...as(owner), body: { heading: 'Cellar' } })
  await call(whole.app, 'DELETE', `/api/game/${best.id}/`, as(owner))
  await told('first_game null undefined')
  for (let points = 101; points < 112; points += 1) await score(mine, points)
  await told(...Array.from({ length: 10 }, (_, at) => `venue_record ${111 - at} ACE`))
  viewer.close()
})

test('BTY-60 BTY-61 a program tells moments of the kinds that the type names: once for each uuid, until they are withdrawn', async () => {
  await publish()
  const { id, title } = await make()
  const uuid = randomUUID()
  const of = (kind: string, body: object, user = owner) =>
    call(whole.app, 'POST', `${list}${id}/moment/${kind}/`, { ...as(user), body })
  const said = { uuid, text: 'The Pils is empty', player: 'Ann', score: '1,234' }
  const told = await of('last_keg', said)
  expect(told).toMatchObject({
    status: 201,
    body: {
      ...{ state: 'told', kind: 'last_keg', title: 'Last keg', text: 'The Pils is empty', score: 1_234 },
      ...{ players: [{ name: 'Ann', initials: null }], tournament: null, board: { type: 'taplist', id, title } },
    },
  })
  expect(await of('last_keg', { ...said, text: 'Sent again' })).toMatchObject({ status: 201, body: told.body })
  const listed = async (query: string) =>
    ((await call(whole.app, 'GET', `/api/moments/events/?${query}`, as(owner))).body as { results: object[] }).results
  const query = `board_type=taplist&board=${id}`
  expect(await listed(query)).toEqual([told.body])
  expect(await listed('limit=1')).toEqual([told.body])

  expect(await of('first_keg', said)).toMatchObject({ status: 404 })
  expect(await of('last_keg', said, stranger)).toMatchObject({ status: 403 })
  expect(await of('last_keg', { uuid, text: '', player: 'x'.repeat(81), score: 'much' })).toMatchObject({
    status: 400,
    body: { text: [expect.any(String)], player: [expect.any(String)], score: [expect.any(String)] },
  })
  expect(await of('last_keg', { ...said, text: 'x'.repeat(5_000) })).toMatchObject({ status: 413 })

  const withdraw = () => call(whole.app, 'DELETE', `${list}${id}/moment/last_keg/${uuid}/`, as(owner))
  expect((await withdraw()).status).toBe(204)
  expect((await withdraw()).status).toBe(204)
  expect(await listed(query)).toEqual([])
})

test('BTY-19 oEmbed, a TV and its sites take such a board as one of the five', async () => {
  await publish()
  const { id, title } = await make()
  const { db } = database
  const url = 'http://localhost:3000'
  const asked = await call(
    whole.app,
    'GET',
    `/api/oembed/?${new URLSearchParams({ url: `${url}/viewer/tap-lists/${id}` }).toString()}`,
  )
  expect(asked).toMatchObject({
    status: 200,
    body: { title, html: expect.stringContaining(`/embed/v1/taplist/${id}`) },
  })
  const { code } = await makeTvCode(db)
  const paired = await call(whole.app, 'POST', '/api/tv/', {
    ...as(owner),
    body: { code, name: 'Bar', board: { type: 'taplist', id } },
  })
  expect(paired).toMatchObject({ status: 201, body: { board: { type: 'taplist', id, title } } })
  expect(
    await call(whole.app, 'PUT', `/api/tv/${(paired.body as { id: number }).id}/`, {
      ...as(owner),
      body: { name: 'Bar', board: { type: 'nothing', id } },
    }),
  ).toMatchObject({ status: 400 })
  await call(whole.app, 'PUT', `${list}${id}/embed/`, { ...as(owner), body: { sites: ['https://partner.example'] } })
  const from = (origin: string) => call(whole.app, 'GET', `${list}${id}/bootstrap/`, { headers: { origin } })
  expect([(await from('https://partner.example')).status, (await from('https://other.example')).status]).toEqual([
    200, 404,
  ])
})

test('BTY-33 such a board is a screen of a slideshow, which names it as long as it is there', async () => {
  await publish()
  const { id } = await make()
  const other = await make()
  const screens = (...ids: number[]) =>
    ids.map((item_id, order) => ({ item_type: 'taplist', item_id, duration: 5, order }))
  const slideshow = (items: object[], title = `Slides ${Math.random()}`) =>
    call(whole.app, 'POST', '/api/slideshow/', { ...as(owner), body: { title, items } })
  const made = await slideshow(screens(id, other.id))
  expect(made).toMatchObject({
    status: 201,
    body: { items: [{ item_type: 'taplist', item_id: id }, { item_id: other.id }] },
  })
  expect(await slideshow(screens(id, 999_999))).toMatchObject({ status: 400, body: { items: ['Item not found.'] } })
  expect(await slideshow([...screens(id), { item_type: 'venue', item_id: 1, duration: 5, order: 1 }])).toMatchObject({
    status: 400,
    body: { items: [expect.stringMatching(/^Each screen must have/)] },
  })
  const { id: show, title } = made.body as { id: number; title: string }
  expect((await call(whole.app, 'GET', `${list}${id}/used_by/`, as(owner))).body).toEqual({
    results: [{ type: 'slideshow', id: show, title }],
  })
  await call(whole.app, 'DELETE', `${list}${id}/`, as(owner))
  expect((await call(whole.app, 'GET', `/api/slideshow/${show}/`, as(owner))).body).toMatchObject({
    items: [{ item_id: other.id }],
  })
})

test('BTY-41 a comboboard takes boards of a type whose display can be a cell, and says of others that it cannot', async () => {
  const cells = await version({ type: { ...taps.type, gridCell: true } })
  const screens = await publishVersion(folder, 'mf-walls', '1.0.0', 'walls', { properties: {} })
  await run(
    { versions: { '1.0.0': cells } },
    { 'mf-walls': { enabled: true, active: '1.0.0', versions: { '1.0.0': screens } } },
  )
  const [cell, other] = [await make(), await make()]
  const wall = (await call(whole.app, 'POST', '/api/board/walls/', { ...as(owner), body: { title: 'Wall' } })).body as {
    id: number
  }
  const items = (...boards: [type: string, id: number][]) =>
    boards.map(([item_type, item_id], order) => ({ item_type, item_id, order }))
  const send = (method: 'POST' | 'PUT', at: string, body: object) =>
    call(whole.app, method, `/api/comboboard/${at}`, { ...as(owner), body: { title: 'Grid', ...body } })
  expect(await send('POST', '', { items: items(['taplist', cell.id], ['walls', wall.id]) })).toMatchObject({
    status: 400,
    body: { items: ['Boards of this type cannot be shown in a grid'] },
  })
  const made = await send('POST', '', { items: items(['taplist', cell.id], ['taplist', other.id]) })
  expect(made).toMatchObject({
    status: 201,
    body: { items: [{ item_type: 'taplist', item_id: cell.id }, { item_id: other.id }] },
  })
  // What it shows already, it goes on showing when the type says otherwise.
  await run({ versions: { '1.0.0': await version() } })
  const { id } = made.body as { id: number }
  expect(await send('PUT', `${id}/`, { items: items(['taplist', other.id], ['taplist', cell.id]) })).toMatchObject({
    status: 200,
  })
  expect(
    await send('PUT', `${id}/`, { items: items(['taplist', other.id], ['taplist', (await make()).id]) }),
  ).toMatchObject({ status: 400, body: { items: [expect.any(String)] } })
})

test('BTY-34 the OpenAPI document has the calls of the types that are there, with their settings', async () => {
  await publish()
  const read = async () =>
    (await call(whole.app, 'GET', '/api/openapi.json')).body as { paths: Record<string, Record<string, object>> }
  const { paths } = await read()
  expect(paths['/api/board/taplist/']!.post).toMatchObject({
    operationId: 'postBoardTaplist',
    summary: 'Make a taplist',
    parameters: [],
    requestBody: {
      content: {
        'application/json': {
          schema: { allOf: [{}, { properties: { heading: { type: 'string' } }, required: ['heading'] }] },
        },
      },
    },
  })
  expect(paths['/api/board/taplist/']!.get).toMatchObject({ summary: 'Taplists, the newest first' })
  expect(paths['/api/board/taplist/{id}/']).toMatchObject({
    get: { parameters: expect.not.arrayContaining([expect.objectContaining({ name: 'type' })]) },
  })
  await writeRegistry(folder, {})
  expect((await read()).paths).not.toHaveProperty('/api/board/taplist/')
})

test('BTY-12 what a program posts reaches a viewer; a later start of the server still has it', async () => {
  await publish()
  const { id } = await make()
  const viewer = await watch('taplist', id)
  await viewer.until(({ type }) => type === 'SCORES')
  const key = await keyFor(id)
  expect(await post(id, key, { sequence: 7, document: { beers: ['Stout'] } })).toMatchObject({
    status: 200,
    body: { sequence: 7 },
  })
  const state = (await viewer.until(
    (message) => (message as unknown as Feeds).feeds?.taps?.sequence === 7,
  )) as unknown as Feeds
  expect(state.feeds.taps).toMatchObject({
    kind: 'posted',
    document: { beers: ['Stout'] },
    sequence: 7,
    as_of: expect.any(String),
    is_old: false,
  })
  viewer.close()
  const again = await buildWholeApp(database.db, { isLimited: false }, { DEPLOY_DIR: folder })
  expect((await call(again.app, 'GET', `${list}${id}/scores/`)).body).toMatchObject({
    feeds: { taps: { sequence: 7, document: { beers: ['Stout'] } } },
  })
  await again.close()
})

test('BTY-13 an older sequence is answered with the newest one, the same document again is taken, and another of its sequence is not', async () => {
  await publish()
  const { id } = await make()
  const key = await keyFor(id)
  await post(id, key, { sequence: 5, document: 'five' })
  expect(await post(id, key, { sequence: 4, document: 'four' })).toMatchObject({
    status: 409,
    body: { detail: expect.any(String), sequence: 5 },
  })
  expect(await post(id, key, { sequence: 5, document: 'five' })).toMatchObject({ status: 200 })
  expect(await post(id, key, { sequence: 5, document: 'other' })).toMatchObject({ status: 409, body: { sequence: 5 } })
  expect(await scoresOf(id)).toMatchObject({ feeds: { taps: { sequence: 5, document: 'five' } } })
})

test('BTY-13 a thousand posts at once: all are answered, and the highest sequence stays', async () => {
  await publish()
  const { id } = await make()
  const key = await keyFor(id)
  const sequences = Array.from({ length: 1_000 }, (_, at) => ((at * 7) % 1_000) + 1)
  const answers = await Promise.all(sequences.map((sequence) => post(id, key, { sequence, document: { sequence } })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(answers[sequences.indexOf(1_000)]!.status).toBe(200)
  expect(await scoresOf(id)).toMatchObject({ feeds: { taps: { sequence: 1_000, document: { sequence: 1_000 } } } })
})

test('BTY-14 a feed takes its own newest key alone, and at most 64 KiB', async () => {
  await publish()
  const [mine, other] = [await make(), await make()]
  const [key, otherKey] = [await keyFor(mine.id), await keyFor(other.id)]
  const document = { sequence: 1, document: 'x' }
  expect(await post(mine.id, otherKey, document)).toMatchObject({
    status: 401,
    body: { detail: 'This key does not post for this feed.' },
  })
  expect((await call(whole.app, 'POST', `${list}${mine.id}/feed/now/key/`, as(owner))).status).toBe(404)
  expect((await post(mine.id, key, document, 'now')).status).toBe(404)
  const envelope = JSON.stringify({ sequence: 1, document: '' }).length
  expect((await post(mine.id, key, { sequence: 1, document: 'x'.repeat(65_536 - envelope + 1) })).status).toBe(413)
  expect((await post(mine.id, key, { sequence: 1, document: 'x'.repeat(65_536 - envelope) })).status).toBe(200)
  await keyFor(mine.id)
  expect((await post(mine.id, key, { sequence: 2, document: 'x' })).status).toBe(401)
  for (const sequence of ['two', '6', 1.5, -1, 2 ** 53, null]) {
    expect(await post(mine.id, key, { sequence, document })).toMatchObject({
      status: 400,
      body: { sequence: ['A whole number from 0 to 9007199254740991 is expected'] },
    })
  }
  expect(await post(mine.id, key, { document })).toMatchObject({
    status: 400,
    body: { sequence: ['This field is required'] },
  })
})

test('BTY-14 a new key begins another sequence, and what was posted stays until then', async () => {
  await publish()
  const { id } = await make()
  const viewer = await watch('taplist', id)
  const lowest = { sequence: 0, document: 'new' }
  await post(id, await keyFor(id), { sequence: Number.MAX_SAFE_INTEGER, document: 'by mistake' })
  await viewer.until((message) => (message as unknown as Feeds).feeds?.taps?.document === 'by mistake')
  await keyFor(id)
  const key = await keyFor(id)
  expect(await scoresOf(id)).toMatchObject({
    feeds: { taps: { document: 'by mistake', sequence: Number.MAX_SAFE_INTEGER } },
  })
  expect(
    (await call(whole.app, 'GET', `${list}${id}/feed/taps`, { headers: { authorization: `Feed ${key}` } })).body,
  ).toMatchObject({ sequence: null })
  expect(await post(id, key, lowest)).toMatchObject({ status: 200, body: { sequence: 0 } })
  await viewer.until((message) => (message as unknown as Feeds).feeds?.taps?.document === 'new')
  expect(await post(id, key, { sequence: 1, document: 'newer' })).toMatchObject({ status: 200 })
  expect(await post(id, key, lowest)).toMatchObject({ status: 409, body: { sequence: 1 } })
})

test('BTY-45 a program reads with the key of its feed what it needs to know of the board, and no one else does', async () => {
  await publish()
  const [mine, foreign] = [
    await makeVenueMachine(database.db, owner.id),
    await makeVenueMachine(database.db, stranger.id),
  ]
  const { id, title } = await make({ is_public: false, machines: [mine] })
  const key = await keyFor(id)
  const read = (authorization: string, board = id) =>
    call(whole.app, 'GET', `${list}${board}/feed/taps`, { headers: { authorization } })
  expect(await read(`Feed ${key}`)).toMatchObject({
    status: 200,
    body: { title, sequence: null, settings: { heading: 'On tap', columns: 2, machines: [mine] } },
  })
  await post(id, key, { sequence: 3, document: {} })
  const { sequence, machines } = (await read(`Feed ${key}`)).body as { sequence: number; machines: { id: number }[] }
  const { opdb_id } = await database.db
    .selectFrom('venue_machines')
    .innerJoin('machines', 'machines.id', 'machine_id')
    .select('opdb_id')
    .where('venue_machines.id', '=', mine)
    .executeTakeFirstOrThrow()
  expect([sequence, machines]).toEqual([
    3,
    [expect.objectContaining({ id: mine, machine: expect.objectContaining({ opdb_id }) })],
  ])
  const other = await make({ machines: [] })
  expect((await read(`Feed ${key}`, other.id)).status).toBe(401)
  expect((await read('Feed nothing')).status).toBe(401)
  expect(foreign).not.toBe(mine)
})

test.each([
  ['is deleted', (id: number) => call(whole.app, 'DELETE', `${list}${id}/`, as(owner))],
  [
    'names the machine no longer',
    (id: number) => call(whole.app, 'PATCH', `${list}${id}/`, { ...as(owner), body: { machines: [] } }),
  ],
])('BTY-46 names that a program proposes go from the walls when its board %s', async (_what, change) => {
  await publish()
  const machine = await makeVenueMachine(database.db, owner.id)
  const wall = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic: true })
  const viewer = await watch('scoreboard', wall.id)
  const { id } = await make({ machines: [machine] })
  const key = await keyFor(id)
  await call(whole.app, 'POST', '/api/entry/', {
    token: await makeDeviceKey(database.db, machine),
    body: { session_uuid: 'c'.repeat(32), current_p1_score: 1 },
  })
  await post(id, key, {
    sequence: 1,
    document: {},
    players: [{ venuemachine: machine, since: new Date(0).toISOString(), players: [{ name: 'Keith Elwin' }] }],
  })
  const named = (name: string | undefined) =>
    viewer.until(
      ({ data, seq }) => Number(seq) > last && (data as Game[])[0]?.scores[0]?.player?.cached_display_name === name,
    )
  let last = 0
  last = Number((await named('Keith Elwin')).seq)
  expect([200, 204]).toContain((await change(id)).status)
  await named(undefined)
})

test('BTY-46 names that a program proposes stand on its owner’s walls where the slot is not claimed, and go with the program’s word', async () => {
  await publish()
  const { db } = database
  const [mine, foreign] = [await makeVenueMachine(db, owner.id), await makeVenueMachine(db, stranger.id)]
  const foreignWall = await makeScoreboard(db, stranger.id, { venueMachineIds: [foreign], isPublic: true })
  const wall = await makeScoreboard(db, owner.id, { venueMachineIds: [mine], isPublic: true })
  const viewer = await watch('scoreboard', wall.id)
  const { id } = await make({ machines: [mine, foreign] })
  const key = await keyFor(id)
  const device = { [mine]: await makeDeviceKey(db, mine), [foreign]: await makeDeviceKey(db, foreign) }
  let sequence = 0
  const play = (venueMachine: number, session: string, fields: object = {}) => {
    sequence += 1
    const body = {
      session_uuid: session.repeat(32),
      session_sequence: sequence,
      current_p1_score: sequence,
      current_p2_score: 7,
      ...fields,
    }
    return call(whole.app, 'POST', '/api/entry/', { headers: { authorization: `Token ${device[venueMachine]}` }, body })
  }
  const namesOn = async (board: number) => {
    const { data } = (await call(whole.app, 'GET', `/api/scoreboard/${board}/scores/`)).body as { data: Game[] }
    return data[0]?.scores.map(({ player }) => player?.cached_display_name ?? null)
  }
  const propose = (at: number, more: object = {}) => {
    const named = (venuemachine: number) => ({
      venuemachine,
      since: new Date().toISOString(),
      players: [{ name: 'Keith Elwin', initials: 'KME' }, null],
    })
    return post(id, key, { sequence: at, document: {}, players: [named(mine), named(foreign)], ...more })
  }
  expect((await play(mine, 'a')).status).toBe(200)
  await play(mine, 'a', { active: false })
  await play(foreign, 'f')
  await propose(1)
  expect(await namesOn(wall.id)).toEqual([null, null])
  await play(mine, 'b')
  await viewer.until(
    ({ data }) => (data as Game[] | undefined)?.[0]?.scores[0]?.player?.cached_display_name === 'Keith Elwin',
  )
  expect([await namesOn(wall.id), await namesOn(foreignWall.id)]).toEqual([
    ['Keith Elwin', null],
    [null, null],
  ])
  const game = await db
    .selectFrom('games')
    .select('id')
    .where('venue_machine_id', '=', mine)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await db.insertInto('game_claims').values({ game_id: game.id, position: 1, user_id: stranger.id }).execute()
  await propose(2, {
    players: [
      { venuemachine: mine, since: new Date(0).toISOString(), players: [{ name: 'Keith Elwin' }, { name: 'Bob' }] },
    ],
  })
  await viewer.until(({ data }) => (data as Game[] | undefined)?.[0]?.scores[1]?.player?.cached_display_name === 'Bob')
  await propose(3, { over: true })
  await viewer.until(({ data }) => (data as Game[] | undefined)?.[0]?.scores[1]?.player === null)
  expect(await db.selectFrom('game_claims').select('user_id').where('game_id', '=', game.id).execute()).toEqual([
    { user_id: stranger.id },
  ])
  expect(
    (await post(id, key, { sequence: 4, document: {}, players: [{ venuemachine: mine, since: 'now', players: [] }] }))
      .status,
  ).toBe(400)
})

test('BTY-30 a remote that is switched off leaves its boards, and a type that is gone is as one that never was, until it is back', async () => {
  const published = await version()
  await run({ versions: { '1.0.0': published } })
  const { id } = await make()
  await run({ enabled: false, versions: { '1.0.0': published } })
  // As a team makes some to look at a type that it stored and that no visitor gets yet.
  await make()
  expect((await call(whole.app, 'GET', `${list}${id}/`)).status).toBe(200)
  expect(await scoresOf(id)).toMatchObject({ feeds: {} })
  await writeRegistry(folder, {})
  expect((await call(whole.app, 'GET', `${list}${id}/`)).status).toBe(404)
  await run({ versions: { '1.0.0': published } })
  expect(await call(whole.app, 'GET', `${list}${id}/`)).toMatchObject({ status: 200, body: { heading: 'On tap' } })
})

test('BTY-30 a viewer of a board whose type goes is told that it is not available, and comes back with it', async () => {
  const published = await version()
  await run({ versions: { '1.0.0': published } })
  const { id } = await make()
  const asked = () => call(whole.app, 'GET', `${list}${id}/bootstrap/`)
  expect((await asked()).status).toBe(200)
  const viewer = await watch('taplist', id)
  await viewer.until(({ type }) => type === 'SCORES')
  await writeRegistry(folder, {})
  // As the next look at what is stored finds out.
  await call(whole.app, 'PUT', `${list}${id}/embed/`, { ...as(owner), body: { sites: [] } })
  expect(await viewer.closed).toBe(1013)
  expect(await asked()).toMatchObject({
    status: 503,
    body: { detail: 'This kind of board is not available at the moment.' },
  })
  await run({ versions: { '1.0.0': published } })
})

test('BTY-11 a board that shows boards is left out of another one, which it could contain in turn', async () => {
  const beside = { type: 'array', items: { type: 'integer', reference: { to: ['taplist'] } }, default: [] }
  await run({ versions: { '1.0.0': await version({ properties: { ...taps.properties, beside } }) } })
  const [plain, inner] = [await make(), await make()]
  await call(whole.app, 'PATCH', `${list}${inner.id}/`, { ...as(owner), body: { beside: [plain.id] } })
  const outer = await make({ beside: [inner.id, plain.id] })
  await call(whole.app, 'PATCH', `${list}${inner.id}/`, { ...as(owner), body: { beside: [plain.id, outer.id] } })
  for (const { id } of [outer, inner])
    expect(await scoresOf(id)).toMatchObject({ feeds: { beside: { boards: [{ id: plain.id }] } } })
})

test('BTY-30 a new version changes what is stored when it is read, and a rollback reads it too', async () => {
  const first = await version()
  await run({ versions: { '1.0.0': first } })
  const { id } = await make()
  const { heading: _heading, ...properties } = taps.properties
  const changes = { 2: [{ change: 'rename' as const, from: 'heading', to: 'banner' }] }
  const second = await version(
    {
      properties: { ...properties, banner: { type: 'string' } },
      required: ['banner'],
      type: { ...taps.type, version: 2, changes },
    },
    '2.0.0',
  )
  const versions = { '1.0.0': first, '2.0.0': { ...second, publishedAt: '2026-02-01T00:00:00Z' } }
  await run({ active: '2.0.0', lastGood: '1.0.0', versions })
  expect((await call(whole.app, 'GET', `${list}${id}/`)).body).toMatchObject({ banner: 'On tap' })
  expect(await call(whole.app, 'PATCH', `${list}${id}/`, { ...as(owner), body: { banner: 'Cellar' } })).toMatchObject({
    status: 200,
  })
  await run({ active: '1.0.0', versions })
  expect((await call(whole.app, 'GET', `${list}${id}/`)).body).toMatchObject({ heading: 'Cellar' })
})

test('BTY-09 a change of one field is taken in the words of the version that knows it, the running one or the one before, with what it names', async () => {
  const first = await version()
  await run({ versions: { '1.0.0': first } })
  const [one, other] = [await makeVenueMachine(database.db, owner.id), await makeVenueMachine(database.db, owner.id)]
  const { id } = await make({ machines: [one] })
  const { heading: _heading, machines: _machines, ...properties } = taps.properties
  const renamed = { ...properties, banner: { type: 'string' }, players: { type: 'array', items: machine, default: [] } }
  const changes = {
    2: [
      { change: 'rename' as const, from: 'heading', to: 'banner' },
      { change: 'rename' as const, from: 'machines', to: 'players' },
    ],
  }
  const { now: _now, ...feeds } = taps.type.feeds
  const second = await version(
    {
      properties: renamed,
      required: ['banner'],
      type: { ...taps.type, feeds: { ...feeds, now: { kind: 'game', from: 'players' } }, version: 2, changes },
    },
    '2.0.0',
  )
  const versions = { '1.0.0': first, '2.0.0': { ...second, publishedAt: '2026-02-01T00:00:00Z' } }
  await run({ active: '2.0.0', lastGood: '1.0.0', versions })
  const patch = (body: object) => call(whole.app, 'PATCH', `${list}${id}/`, { ...as(owner), body })
  const opened = async () =>
    (
      await database.db.selectFrom('board_references').select('venue_machine_id').where('board_id', '=', id).execute()
    ).map((row) => row.venue_machine_id)
  // A page that was opened before.
  expect(await patch({ heading: 'Cellar' })).toMatchObject({ status: 200, body: { banner: 'Cellar', players: [one] } })
  expect(await patch({ machines: [one, other] })).toMatchObject({
    status: 200,
    body: { banner: 'Cellar', players: [one, other] },
  })
  expect(await opened()).toEqual([one, other])
  expect(await patch({ banner: 'Bar', players: [other] })).toMatchObject({
    status: 200,
    body: { banner: 'Bar', players: [other] },
  })
  expect(await opened()).toEqual([other])
  // A canary's page.
  await run({ active: '1.0.0', canary: { version: '2.0.0', percent: 10 }, versions })
  expect(await patch({ banner: 'Stage' })).toMatchObject({ status: 200, body: { heading: 'Stage', machines: [other] } })
  expect(await patch({ is_public: false })).toMatchObject({ status: 200, body: { heading: 'Stage' } })
})

test('BTY-31 settings that no version takes: the board is listed, its viewers are told, and saving corrects it', async () => {
  await publish()
  const { id, title } = await make()
  await database.db
    .updateTable('boards')
    .set({ settings: JSON.stringify({ heading: 3, other: true }) })
    .where('id', '=', id)
    .execute()
  expect((await call(whole.app, 'GET', `${list}?search=${title}`, as(owner))).body).toMatchObject({
    results: [{ id, heading: 3, other: true }],
  })
  expect(await call(whole.app, 'GET', `${list}${id}/bootstrap/`)).toMatchObject({
    status: 503,
    body: { detail: 'The settings of this board do not fit its type at the moment.' },
  })
  expect(await call(whole.app, 'PATCH', `${list}${id}/`, { ...as(owner), body: { is_public: false } })).toMatchObject({
    status: 200,
    body: { heading: 3 },
  })
  expect(
    await call(whole.app, 'PATCH', `${list}${id}/`, { ...as(owner), body: { heading: 'On tap', is_public: true } }),
  ).toMatchObject({ status: 200, body: { heading: 'On tap' } })
  // It may be on its way into the hub still.
  let answer
  do answer = await call(whole.app, 'GET', `${list}${id}/bootstrap/`)
  while (answer.status === 503)
  expect(answer).toMatchObject({ status: 200, body: { settings: { heading: 'On tap' } } })
})

test('BTY-32 a type that cannot be had touches neither the five nor another type', async () => {
  const good = await version()
  const broken = await publishVersion(folder, 'mf-hours', '1.0.0', 'hours', {
    properties: { opens: { $ref: 'https://example.com/' } },
  })
  const twin = await publishVersion(folder, 'mf-twin', '1.0.0', 'taplist', { properties: {}, type: { path: 'twins' } })
  const before = whole.errors.length
  const other = (active: Remote['versions'][string]): Remote => ({
    enabled: true,
    active: '1.0.0',
    versions: { '1.0.0': active },
  })
  await run({ versions: { '1.0.0': good } }, { 'mf-hours': other(broken), 'mf-twin': other(twin) })
  expect((await call(whole.app, 'GET', '/api/board/hours/?is_public=true')).status).toBe(404)
  expect((await make()).id).toBeGreaterThan(0)
  const cells = [await makeVenueMachine(database.db, owner.id), await makeVenueMachine(database.db, owner.id)]
  const boards = await Promise.all(cells.map((id) => makeScoreboard(database.db, owner.id, { venueMachineIds: [id] })))
  const combo = await makeComboboard(database.db, owner.id, {
    items: boards.map(({ id }) => ({ type: 'scoreboard' as const, id })),
  })
  expect((await call(whole.app, 'GET', `/api/comboboard/${combo.id}/bootstrap/`)).status).toBe(200)
  expect(whole.errors.slice(before).map(String)).toEqual([
    expect.stringMatching(/The board type of mf-hours is not there: .*uses \$ref/),
    'Error: The board type of mf-twin is not there: mf-taps has a type taplist already',
  ])
  expect((await call(whole.app, 'GET', '/api/board/scoreboard/1/bootstrap/')).status).toBe(404)
})
