import type { FastifyInstance } from 'fastify'
import { BoardChanges } from '../../core/boards/changes'
import { Games } from '../../core/games/games.service'
import { gamesStore } from '../../core/games/games.store'
import { WindowLimit } from '../../ground/http/limits'
import { buildTestApp, call, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { answerFastReads } from './fastReads'
import type { LiveHub } from './hub'
import { liveRoutes } from './live.routes'
import { startLive } from './startLive'

/* The same questions once over a socket and once to the framework: nobody may be able to tell who has answered. */

const database = useTestDatabase()
const publicOrigin = 'http://localhost:3000'
const proxies = 1
/** of one board from one address */
const bootstrapsPerMinute = 40
let app: FastifyInstance
let hub: LiveHub
let address: string
let owner: Awaited<ReturnType<typeof makeUser>>
let url: string
let hidden: Awaited<ReturnType<typeof makeScoreboard>>

beforeAll(async () => {
  const { db } = database
  const bootstraps = new WindowLimit(bootstrapsPerMinute, 60_000)
  hub = startLive({ db, games: new Games(gamesStore(db)), changes: new BoardChanges() }, { publicOrigin })
  app = await buildTestApp(db, [liveRoutes({ hub, bootstraps })], {
    config: { publicUrl: publicOrigin, proxies, logLevel: 'silent' },
  })
  await app.ready()
  answerFastReads(app.server, { hub, bootstraps, proxies, publicOrigin })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  owner = await makeUser(db)
  const venueMachineIds = [await makeVenueMachine(db, owner.id)]
  url = `/api/scoreboard/${(await makeScoreboard(db, owner.id, { venueMachineIds })).id}`
  hidden = await makeScoreboard(db, owner.id, { venueMachineIds, isPublic: false })
})
afterAll(async () => {
  await hub.close()
  await app.close()
})

interface Shown {
  status: number
  text: string
  headers: Partial<Record<string, string>>
}

const comparable = [
  'content-type',
  'content-length',
  'etag',
  'cache-control',
  'access-control-allow-origin',
  'location',
  'vary',
]

async function overSocket(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(address + path, { method, headers, redirect: 'manual' })
  const shown: Shown = {
    status: answer.status,
    text: await answer.text(),
    headers: Object.fromEntries(comparable.map((name) => [name, answer.headers.get(name) ?? undefined])),
  }
  // Only the framework gives requests an id.
  return { answer: shown, isFast: !answer.headers.has('x-request-id') }
}

async function fromFramework(path: string, headers: Record<string, string> = {}): Promise<Shown> {
  const { status, text, headers: all } = await call(app, 'GET', path, { headers })
  return {
    status,
    text,
    headers: Object.fromEntries(
      comparable.map((name) => [name, all[name] === undefined ? undefined : String(all[name])]),
    ),
  }
}

test.each(['scores', 'bootstrap'])(
  'API-07 %s of a board in memory is answered at once, as the framework would',
  async (what) => {
    const path = `${url}/${what}/`
    const usual = await fromFramework(path)
    expect(usual.status).toBe(200)
    expect(await overSocket(path)).toEqual({ answer: usual, isFast: true })
    const known = { 'if-none-match': usual.headers.etag! }
    const { answer, isFast } = await overSocket(path, known)
    expect([isFast, answer.status, answer.text, answer.headers.etag]).toEqual([true, 304, '', usual.headers.etag])
    expect((await fromFramework(path, known)).status).toBe(304)
  },
)

test.each<[string, string, Record<string, string>, number]>([
  ['signs in', '/scores/', { authorization: 'Token 0123' }, 200],
  ['came to the proxy over http', '/scores/', { 'x-forwarded-proto': 'http' }, 200],
  ['brings a key', '/scores/?key=abc', {}, 200],
  ['asks for more than there is', '/scores/x', {}, 404],
])('who %s is answered by the framework', async (_who, path, headers, status) => {
  await fromFramework(`${url}/scores/`)
  const { answer, isFast } = await overSocket(url + path, headers)
  expect([isFast, answer.status]).toEqual([false, status])
})

test.each(['scores', 'bootstrap'])(
  '%s for the page of a partner are answered at once, and may be read there',
  async (what) => {
    const path = `${url}/${what}/`
    const headers = { origin: 'https://partner.example' }
    const usual = await fromFramework(path, headers)
    expect(usual.headers['access-control-allow-origin']).toBe('*')
    expect(await overSocket(path, headers)).toEqual({ answer: usual, isFast: true })
    const known = await overSocket(path, { ...headers, 'if-none-match': usual.headers.etag! })
    expect([known.isFast, known.answer.status, known.answer.headers['access-control-allow-origin']]).toEqual([
      true,
      304,
      '*',
    ])
  },
)

test('a board that only some sites may show is a missing one for the others on the fast path, too', async () => {
  const { id } = await makeScoreboard(database.db, owner.id, {
    venueMachineIds: [await makeVenueMachine(database.db, owner.id)],
  })
  await database.db
    .updateTable('boards')
    .set({ embed_sites: ['https://partner.example'] })
    .where('id', '=', id)
    .execute()
  const path = `/api/scoreboard/${id}/scores/`
  await fromFramework(path)
  const from = async (origin?: string) => (await overSocket(path, origin === undefined ? {} : { origin })).answer
  expect(await from('https://other.example')).toEqual(
    (await overSocket('/api/scoreboard/987654/scores/', { origin: 'https://other.example' })).answer,
  )
  expect(
    [await from(), await from('https://partner.example'), await from(address), await from('http://localhost:3000')].map(
      ({ status }) => status,
    ),
  ).toEqual([200, 200, 200, 200])
  expect((await from('null')).status).toBe(404)
})

test('a private board is a missing one on the fast path, too', async () => {
  const path = `/api/scoreboard/${hidden.id}/scores/`
  expect((await overSocket(`${path}?key=${hidden.viewerKey}`)).answer.status).toBe(200)
  const missing = await overSocket('/api/scoreboard/987654/scores/')
  expect((await overSocket(path)).answer).toEqual(missing.answer)
})

test('LIV-03 ACC-14 one address counts once, whoever answers it and whatever it says that it is', async () => {
  const open = (from: string, claimed = '198.51.100.1') =>
    overSocket(`${url}/bootstrap/`, { 'x-forwarded-for': `${claimed}, ${from}` })
  const signedIn = { 'x-forwarded-for': '198.51.100.2, 192.0.2.7', authorization: 'Token 0123' }
  for (let count = 0; count < bootstrapsPerMinute; count += 2) {
    expect((await open('192.0.2.7')).answer.status).toBe(200)
    expect((await overSocket(`${url}/bootstrap/`, signedIn)).answer.status).toBe(200)
  }
  const refused = await open('192.0.2.7', '198.51.100.3')
  expect([refused.answer.status, refused.answer.text]).toEqual([429, '{"detail":"Too many requests"}'])
  expect((await open('192.0.2.8')).answer.status).toBe(200)
})
