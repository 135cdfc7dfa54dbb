import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { call, makeLeaderboard, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../../testing'
import { makeDeviceKey } from '../../../testing/devices'
import { Games } from '../games.service'
import { gamesStore } from '../games.store'
import { buildWholeApp } from '../../../testing/wholeApp'
import type { WholeApp } from '../../../testing/wholeApp'

const database = useTestDatabase()
let whole: WholeApp
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
let ann: Awaited<ReturnType<typeof makeUser>>

beforeAll(async () => {
  whole = await buildWholeApp(database.db, { isLimited: false })
  app = whole.app
  owner = await makeUser(database.db)
  ann = await makeUser(database.db, { display_name: 'Ann Berg' })
})
afterAll(() => whole.close())

interface Played {
  id: number
  note?: string
  entered?: string
  scores: { score: number; player: { id: number; cached_display_name: string; initials: string } | null }[]
}

/** A machine that everybody may see, with a leaderboard and a key. */
async function stage() {
  const { db } = database
  const machine = await makeVenueMachine(db, owner.id)
  const board = await makeScoreboard(db, owner.id, { venueMachineIds: [machine], isPublic: true })
  const leaderboard = await makeLeaderboard(db, owner.id, { venueMachineIds: [machine], isPublic: true })
  const key = await makeDeviceKey(db, machine)
  const url = `/api/venuemachine/${machine}`
  const get = async <Body>(path: string, token?: string) => (await call(app, 'GET', path, { token })).body as Body
  return {
    machine,
    board,
    key,
    url,
    add: (fields: object, token = owner.token) =>
      call(app, 'POST', `${url}/score/`, { token, body: { uuid: randomUUID(), ...fields } }),
    change: (game: number, fields: object, token = owner.token) =>
      call(app, 'PUT', `/api/game/${game}/`, { token, body: fields }),
    remove: (game: number, token = owner.token) => call(app, 'DELETE', `/api/game/${game}/`, { token }),
    post: (fields: object) => call(app, 'POST', '/api/entry/', { token: key, body: fields }),
    played: async () => (await get<{ results: Played[] }>(`${url}/games/`)).results,
    top: async () =>
      (await get<{ results: Played['scores'] }>(`${url}/top_scores/`)).results.map(({ score, player }) => [
        score,
        player?.cached_display_name ?? null,
      ]),
    listed: async () =>
      (
        await get<{ data: { scores: Played['scores'] }[] }>(`/api/leaderboard/${leaderboard.id}/scores/`)
      ).data[0]!.scores.map(({ score, player }) => [score, player?.cached_display_name ?? null]),
    get,
  }
}

test('ENT-01 an added score is a game like any other, of an account, of a guest by letters or a name, or without a name; marked where games are told apart', async () => {
  const { add, played, top, listed, url, get } = await stage()
  const made = await add({ score: '1,234,567', user: ann.id, note: 'League night' })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    successful: true,
    entered: 'hand',
    note: 'League night',
    scores: [{ position: 1, score: 1_234_567, player: { id: ann.id, cached_display_name: 'Ann Berg' } }],
  })
  await add({ score: 300, guest: 'ace' })
  await add({ score: '400', guest: 'Maria de la Cruz' })
  await add({ score: '9.999.999.999.999' })
  const names = [
    [9_999_999_999_999, null],
    [1_234_567, 'Ann Berg'],
    [400, 'Maria de la Cruz'],
    [300, 'ACE'],
  ]
  expect(await top()).toEqual(names)
  expect(await listed()).toEqual(names)
  expect((await played()).map(({ entered, scores: [score] }) => [entered, score!.player?.initials])).toEqual([
    ['hand', undefined],
    ['hand', 'MDL'],
    ['hand', 'ACE'],
    ['hand', ''],
  ])
  const own = await get<{ results: object[] }>('/api/user_profile/games/', ann.token)
  expect(own.results).toEqual([expect.objectContaining({ score: 1_234_567, entered: 'hand', note: 'League night' })])
  const csv = (await app.inject({ url: `${url}/games.csv` })).body.split('\r\n')
  expect(csv[0]).toMatch(/,test,entered,note$/)
  expect(csv[4]).toMatch(/,no,hand,League night$/)
})

test('ENT-03 two taps and a lost answer are one score', async () => {
  const { add, played } = await stage()
  const uuid = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => add({ uuid, score: 5_000, guest: 'ACE' })))
  const ids = answers.map(({ status, body }) => [status, (body as Played).id])
  expect(new Set(ids.map(String)).size).toBe(1)
  expect(ids[0]![0]).toBe(201)
  expect(await played()).toHaveLength(1)
})

test('ENT-04 an added score leaves the machine’s newest game, its claim code and hot games as they are', async () => {
  const { add, machine, post, url, board, get } = await stage()
  const nothing = await call(app, 'GET', `${url}/current/`)
  await add({ score: 7_000, guest: 'ACE' })
  expect((await call(app, 'GET', `${url}/current/`)).status).toBe(nothing.status)
  const hot = async () =>
    (await get<{ results: { id: number }[] }>('/api/venuemachine_hot/')).results.map(({ id }) => id)
  expect(await hot()).not.toContain(machine)
  const session_uuid = randomUUID()
  await post({ session_uuid, session_sequence: 1, current_player: 1, current_p1_score: 10 })
  const code = () => call(app, 'GET', `${url}/claim_code/`, { token: owner.token })
  const before = await code()
  const shown = async () => (await get<{ data: object[] }>(`/api/scoreboard/${board.id}/scores/`)).data
  const wall = await shown()
  await add({ score: 8_000, guest: 'ACE' })
  expect([await shown(), (await code()).body]).toEqual([wall, before.body])
  await post({ session_uuid, session_sequence: 2, current_p1_score: 20 })
  expect(await get(`${url}/current/`)).toMatchObject({ scores: [{ score: 20 }], settled_on: null })
  // Nor is it for a process that reads it from the database.
  expect(await new Games(gamesStore(database.db)).current(machine)).toMatchObject({ scores: [{ score: 20 }] })
  // Its uuid may be used by a machine afterwards.
  const added = randomUUID()
  await add({ uuid: added, score: 9_000 })
  expect((await post({ session_uuid: added, session_sequence: 1, current_p1_score: 1 })).status).toBe(200)
  expect(await get(`${url}/current/`)).toMatchObject({ scores: [{ score: 1 }] })
})

test('ENT-05 the owner changes and removes an added score, and the activity says so', async () => {
  const { add, change, remove, played, top, listed, post } = await stage()
  const { id } = (await add({ score: 10_000, guest: 'ACE' })).body as Played
  const changed = await change(id, { score: '12 000', user: ann.id, note: 'Photo on the wall' })
  expect(changed.body).toMatchObject({
    id,
    note: 'Photo on the wall',
    scores: [{ score: 12_000, player: { id: ann.id } }],
  })
  expect([await top(), await listed()]).toEqual([[[12_000, 'Ann Berg']], [[12_000, 'Ann Berg']]])
  expect((await change(id, { score: 11_000, guest: 'Bo' })).status).toBe(200)
  expect(await listed()).toEqual([[11_000, 'BO']])
  await post({ session_uuid: randomUUID(), active: false, current_p1_score: 50 })
  const recorded = (await played()).find(({ entered }) => entered === undefined)!
  for (const refused of [await change(recorded.id, { score: 1 }), await remove(recorded.id)])
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: 'This game was recorded as it was played. Only scores that were added can be changed.' },
    })
  expect([(await remove(id)).status, (await remove(id)).status]).toEqual([204, 404])
  expect([await top(), await listed(), (await played()).length]).toEqual([[[50, null]], [[50, null]], 1])
  const events = async () =>
    (
      (await call(app, 'GET', '/api/account/activity/?limit=100', { token: owner.token })).body as {
        results: { event: string; refused: boolean }[]
      }
    ).results.flatMap(({ event, refused }) => (refused ? [] : [event]))
  // The trail has them a moment after the answers.
  let known = await events()
  for (let looks = 0; looks < 200 && !known.includes('score removed'); looks += 1) known = await events()
  expect(known).toEqual(expect.arrayContaining(['score added', 'score changed', 'score removed']))
})

test('ENT-10 a player takes their name off a score that was added for them, and no one else does', async () => {
  const { add, url, listed } = await stage()
  const { id } = (await add({ score: 10_000, user: ann.id })).body as Played
  const leave = (token?: string) => call(app, 'DELETE', `${url}/claim/?game=${id}`, { token })
  const other = await makeUser(database.db)
  expect([(await leave()).status, (await leave(other.token)).status]).toEqual([401, 404])
  expect(await listed()).toEqual([[10_000, 'Ann Berg']])
  expect([(await leave(ann.token)).status, (await leave(ann.token)).status]).toEqual([204, 404])
  expect(await listed()).toEqual([[10_000, null]])
})

test.each<[string, object, number, object]>([
  ['letters', { score: '1O0' }, 400, { score: ['A score has only digits, such as 1,234,567'] }],
  ['25 digits', { score: '1'.repeat(25) }, 400, { score: ['A score has at most 13 digits'] }],
  ['a score below zero', { score: -1 }, 400, { score: ['A score can’t be below zero'] }],
  [
    'tomorrow',
    { score: 1, played_on: new Date(Date.now() + 86_400_000).toISOString() },
    400,
    { played_on: ['This time is still to come'] },
  ],
  ['letters that do not go up', { score: 1, guest: 'fuk' }, 400, { guest: ['Please pick other letters'] }],
  [
    'a name of 41 characters',
    { score: 1, guest: 'a'.repeat(41) },
    400,
    { guest: ['A name has at most 40 characters'] },
  ],
  [
    'a player who is gone',
    { score: 1, user: 99_999_999 },
    400,
    { user: ['This player’s account is gone. Please choose another one.'] },
  ],
])('ENT-01 a score with %s is refused with a sentence, and nothing is stored', async (_what, fields, status, body) => {
  const { add, played } = await stage()
  expect(await add(fields)).toMatchObject({ status, body })
  expect(await played()).toEqual([])
})

test('ENT-01 no score is added to a machine that was removed', async () => {
  const { add, url } = await stage()
  await call(app, 'DELETE', `${url}/`, { token: owner.token })
  expect(await add({ score: 1 })).toMatchObject({
    status: 409,
    body: { detail: 'This machine was removed from its venue, so no score can be added to it.' },
  })
})
