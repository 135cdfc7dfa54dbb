import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Entry, LiveMessage, ScoreboardBootstrap, ScoreboardScores } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { WebSocket } from 'ws'
import { BoardChanges } from '../boards/changes'
import { scoreboardsRoutes } from '../boards/scoreboards.routes'
import { Games } from '../games/games.service'
import { gamesStore } from '../games/games.store'
import { buildTestApp, call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../testing'
import { LiveHub } from './hub'
import { liveRoutes } from './live.routes'
import { scoreboardSource } from './scoreboardSource'

/* The live path on the real database: an entry, its commit, the bytes that viewers read. */

const database = useTestDatabase()
let app: FastifyInstance
let games: Games
let hub: LiveHub
let owner: Awaited<ReturnType<typeof makeUser>>

beforeAll(async () => {
  const { db } = database
  const changes = new BoardChanges()
  games = new Games(gamesStore(db))
  hub = new LiveHub(games, [scoreboardSource(db)])
  changes.onBoardChange((change) => hub.boardChanged(change))
  owner = await makeUser(db)
  app = await buildTestApp(db, [scoreboardsRoutes({ db, changes }), liveRoutes({ hub, bootstrapsPerMinute: 5 })])
  hub.attach(app.server)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await hub.close()
  await app.close()
})

let session = 0
async function stage(isPublic = true) {
  const machine = await makeVenueMachine(database.db, owner.id)
  const board = await makeScoreboard(database.db, owner.id, { venueMachineIds: [machine], isPublic })
  session += 1
  const session_uuid = session.toString(16).padStart(32, '0')
  let sequence = 0
  const post = (fields: object) => games.record(machine, v.parse(Entry, { session_uuid, session_sequence: (sequence += 1), ...fields }))
  return { machine, board, post, url: `/api/scoreboard/${board.id}` }
}

test('API-07 bootstrap is all that a first paint needs, scores is the newest state; both as the schema says', async () => {
  const { machine, board, post, url } = await stage()
  const empty = v.parse(ScoreboardScores, (await call(app, 'GET', `${url}/scores/`)).body)
  expect(empty.data).toEqual([])
  await post({ current_p1_score: '9007199254740993', current_p2_score: 5, current_player: 2, current_ball: 3, game_modes: 'MB:Multiball' })
  const scores = v.parse(ScoreboardScores, (await call(app, 'GET', `${url}/scores/`)).body)
  expect(scores.seq).toBeGreaterThan(empty.seq)
  expect(scores.data).toMatchObject([{ venuemachine_id: machine, scores: [{ position: 1, score: '9007199254740993' }, { position: 2, score: 5 }], game_modes: ['MB:Multiball'] }])
  const bootstrap = (await call(app, 'GET', `${url}/bootstrap/`)).body
  expect(v.parse(ScoreboardBootstrap, bootstrap)).toEqual(bootstrap)
  expect(bootstrap).toMatchObject({ id: board.id, background_color: '#000', items: [{ venuemachine: { id: machine } }], scores })
})

test('a poll that has the newest state is answered 304', async () => {
  const { post, url } = await stage()
  for (const [score, path] of ['scores', 'bootstrap'].entries()) {
    const first = await call(app, 'GET', `${url}/${path}/`)
    const etag = String(first.headers.etag)
    const again = await call(app, 'GET', `${url}/${path}/`, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    await post({ current_p1_score: score })
    expect((await call(app, 'GET', `${url}/${path}/`, { headers: { 'if-none-match': etag } })).status).toBe(200)
  }
})

test('a private board is a missing board but for its owner and its key, on both calls', async () => {
  const { board, url } = await stage(false)
  const stranger = await makeUser(database.db)
  for (const path of ['scores', 'bootstrap']) {
    const missing = await call(app, 'GET', `/api/scoreboard/987654/${path}/`)
    for (const answer of [await call(app, 'GET', `${url}/${path}/?key=wrong`), await call(app, 'GET', `${url}/${path}/`, { token: stranger.token })]) {
      expect([answer.status, answer.text]).toEqual([404, missing.text])
    }
    expect((await call(app, 'GET', `${url}/${path}/`, { token: owner.token })).status).toBe(200)
    const { status, headers } = await call(app, 'GET', `${url}/${path}/?key=${board.viewerKey}`)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
  }
})

test('LIV-03 too many bootstraps of one board from one address: 429 and when to come back; others are not held up', async () => {
  const { url } = await stage()
  const { url: other } = await stage()
  const open = (path: string, remoteAddress = '192.0.2.1') => call(app, 'GET', `${path}/bootstrap/`, { remoteAddress })
  for (let count = 0; count < 5; count += 1) expect((await open(url)).status).toBe(200)
  const refused = await open(url)
  expect([refused.status, refused.body]).toEqual([429, { detail: 'Too many requests' }])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await open(other)).status).toBe(200)
  expect((await open(url, '192.0.2.2')).status).toBe(200)
  expect((await call(app, 'GET', `${url}/scores/`, { remoteAddress: '192.0.2.1' })).status).toBe(200)
})

test('an entry reaches the viewers of a board; when its owner hides the board they are sent away', async () => {
  const { board, machine, post } = await stage()
  const socket = new WebSocket(`ws://127.0.0.1:${(app.server.address() as AddressInfo).port}/scoreboard/${board.id}/scores/websocket/?session=3`)
  const heard: v.InferOutput<typeof LiveMessage>[] = []
  socket.on('message', (text) => heard.push(v.parse(LiveMessage, JSON.parse(text.toString()))))
  const closed = once(socket, 'close')
  await once(socket, 'open')
  const hears = async (count: number) => {
    for (let attempt = 0; heard.length < count && attempt < 1_000; attempt += 1) await new Promise((resolve) => setTimeout(resolve, 2))
    expect(heard).toHaveLength(count)
  }
  socket.send(JSON.stringify({ type: 'GET_SCORES', name: `scoreboard:${board.id}:scores` }))
  await hears(1)
  await post({ current_p1_score: 4_200 })
  await hears(2)
  await post({ active: false })
  await hears(3)
  expect(heard).toMatchObject([
    { type: 'SCORES', data: [] },
    { type: 'SCORES', data: [{ venuemachine_id: machine, scores: [{ score: 4_200 }], settled_on: null }] },
    { type: 'SCORES', data: [{ settled_on: expect.any(String) }] },
  ])
  const hidden = await call(app, 'PATCH', `/api/scoreboard/${board.id}/`, { token: owner.token, body: { is_public: false } })
  expect(hidden.status).toBe(200)
  expect((await closed)[0]).toBe(4404)
  expect((await call(app, 'GET', `/api/scoreboard/${board.id}/scores/`)).status).toBe(404)
})
