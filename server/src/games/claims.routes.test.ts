import { Entry } from '@multiball/shared/schema'
import type { Game, OwnGame, PlayedGame } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { buildTestApp, call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import { claimableForMs } from './claims'
import { claimsRoutes } from './claims.routes'
import { Games } from './games.service'
import { gamesStore } from './games.store'
import { playedRoutes } from './played.routes'
import { MachineScores } from './scores.service'

const database = useTestDatabase()
const clock = { now: Date.now() }
let app: FastifyInstance
let games: Games
let owner: { id: number; token: string }
let ann: { id: number; token: string }
let bob: { id: number; token: string }

beforeAll(async () => {
  const { db } = database
  games = new Games(gamesStore(db), { now: () => clock.now })
  const scores = new MachineScores(db, games, () => clock.now)
  app = await buildTestApp(db, [claimsRoutes({ db, games, scores, now: () => clock.now }), playedRoutes({ db, scores })], { isLimited: false })
  owner = await makeUser(db)
  ann = await makeUser(db)
  bob = await makeUser(db)
})
afterAll(() => app.close())

let sessions = 0

/** A machine on a board, with a game of two. */
async function stage(isPublic = true) {
  const machine = await makeVenueMachine(database.db, owner.id)
  const { viewerKey } = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic })
  sessions += 1
  let sequence = 0
  let session_uuid = sessions.toString(16).padStart(32, '0')
  const post = (fields: object) => games.record(machine, v.parse(Entry, { session_uuid, session_sequence: (sequence += 1), ...fields }))
  const url = `/api/venuemachine/${machine}`
  await post({ current_p1_score: 100, current_p2_score: 300 })
  return {
    url,
    viewerKey,
    settle: () => post({ active: false }),
    playNext: () => {
      session_uuid = session_uuid.replace(/^0/, 'a')
      return post({ current_p1_score: 5 })
    },
    claim: (who: { token: string } | undefined, position: unknown, query = '') => call(app, 'POST', `${url}/claim/${query}`, { token: who?.token, body: { position } }),
    release: (who: { token: string }) => call(app, 'DELETE', `${url}/claim/`, { token: who.token }),
    /** ids of the players by slot, as the wall has them */
    shown: async () => (await games.current(Number(url.split('/').at(-1))))!.scores.map(({ player }) => player?.id ?? null),
    played: async () => ((await call(app, 'GET', `${url}/games/`)).body as { results: PlayedGame[] }).results,
  }
}

test('a claim puts the player into the game at once, and into its scores once it has settled', async () => {
  const { claim, shown, settle, played } = await stage()
  const answer = await claim(ann, 2)
  expect([answer.status, (answer.body as Game).scores.map(({ player }) => player?.id)]).toEqual([200, [undefined, ann.id]])
  expect(await shown()).toEqual([null, ann.id])
  await settle()
  expect((await played())[0]).toMatchObject({ successful: true, scores: [{ position: 1, score: 100, player: null }, { position: 2, score: 300, player: { id: ann.id } }] })
})

test('who has claimed may take it back, and then claim another slot', async () => {
  const { claim, release, shown, settle } = await stage()
  await claim(ann, 1)
  expect((await claim(ann, 2)).body).toEqual({ detail: 'You play in this game already. Take that back first.' })
  expect((await release(ann)).status).toBe(204)
  expect(await shown()).toEqual([null, null])
  expect((await release(ann)).status).toBe(404)
  await settle()
  expect((await claim(ann, 2)).status).toBe(200)
  expect((await release(ann)).status).toBe(204)
  const { user_id } = await database.db.selectFrom('settled_scores').select('user_id').orderBy('game_id', 'desc').orderBy('position', 'desc').executeTakeFirstOrThrow()
  expect(user_id).toBeNull()
})

describe('a claim that is refused changes nothing', () => {
  test.each<[string, (set: Awaited<ReturnType<typeof stage>>) => Promise<{ status: number; body: unknown }>, number, object]>([
    ['of a slot that somebody else has', ({ claim }) => claim(bob, 1), 409, { detail: 'Somebody else plays here. Ask at the machine.' }],
    ['of a slot that nobody plays', ({ claim }) => claim(bob, 3), 404, { detail: 'Item not found.' }],
    ['of position 7', ({ claim }) => claim(bob, 7), 400, { position: ['Positions are 1 to 6'] }],
    ['of no position', ({ claim }) => claim(bob, 'one'), 400, { position: ['A position is expected'] }],
    ['without a login', ({ claim }) => claim(undefined, 2), 401, { detail: 'Please log in.' }],
    ['of a game after which another one began', async ({ claim, playNext }) => (await playNext(), claim(bob, 2)), 404, { detail: 'Item not found.' }],
    [
      'of a game that is long over',
      async ({ claim, settle }) => {
        await settle()
        clock.now += claimableForMs
        return claim(bob, 2)
      },
      404,
      { detail: 'Item not found.' },
    ],
  ])('%s', async (_what, attempt, status, body) => {
    const set = await stage()
    await set.claim(ann, 1)
    const { status: answered, body: said } = await attempt(set)
    expect([answered, said]).toEqual([status, body])
    expect(await set.shown()).not.toContain(bob.id)
  })
})

test('API-09 a machine of private boards is a missing one, but for its owner and the key of its board', async () => {
  const { url, claim, viewerKey } = await stage(false)
  const missing = await call(app, 'POST', '/api/venuemachine/987654/claim/', { token: ann.token, body: { position: 1 } })
  const hidden = await claim(ann, 1)
  expect([hidden.status, hidden.text]).toEqual([404, missing.text])
  expect((await call(app, 'DELETE', `${url}/claim/`, { token: ann.token })).text).toBe(missing.text)
  expect((await call(app, 'GET', `${url}/games/`)).text).toBe(missing.text)
  expect((await claim(ann, 1, `?key=${viewerKey}`)).status).toBe(200)
  expect((await claim(owner, 2)).status).toBe(200)
})

test('own games: the newest first, with place and players, running ones too; nobody else’s', async () => {
  const player = await makeUser(database.db)
  const first = await stage()
  await first.claim(player, 2)
  await first.settle()
  const second = await stage()
  await second.claim(player, 1)
  const { body } = await call(app, 'GET', '/api/user_profile/games/', { token: player.token })
  const { count, results } = body as { count: number; results: OwnGame[] }
  expect(count).toBe(2)
  expect(results).toMatchObject([
    { position: 1, score: 100, rank: 2, players: 2, settled_on: null },
    { position: 2, score: 300, rank: 1, players: 2, settled_on: new Date(clock.now).toISOString(), venuemachine: { machine: { name: expect.any(String) }, venue: { name: expect.any(String) } } },
  ])
  expect((await call(app, 'GET', '/api/user_profile/games/?limit=1&offset=1', { token: player.token })).body).toMatchObject({ count: 2, results: [{ rank: 1 }] })
  expect((await call(app, 'GET', '/api/user_profile/games/')).status).toBe(401)
})

test('what was played, newest first: pages of it, and as a table', async () => {
  const { url, settle, playNext, claim, played } = await stage()
  await claim(ann, 2)
  await settle()
  await playNext()
  // The one that is still played is not in it.
  expect((await played()).map(({ scores }) => scores.length)).toEqual([2])
  await settle()
  expect((await played()).map(({ scores }) => scores.length)).toEqual([1, 2])
  expect((await call(app, 'GET', `${url}/games/?limit=1&offset=1`)).body).toMatchObject({ count: 2, next: null, previous: expect.stringContaining('offset=0'), results: [{ scores: [{}, {}] }] })
  expect((await call(app, 'GET', `${url}/games/?limit=5001`)).status).toBe(400)
  const table = await app.inject(`${url}/games.csv?limit=1`)
  expect([table.headers['content-type'], table.headers['content-disposition']]).toEqual(['text/csv; charset=utf-8', expect.stringContaining('games.csv')])
  expect(table.body.split('\r\n')).toHaveLength(3)
})
