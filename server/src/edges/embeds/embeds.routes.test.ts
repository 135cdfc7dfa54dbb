import type { BoardType } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { boardRoutes } from '../../core/boards/boards.routes'
import { BoardChanges } from '../../core/boards/changes'
import type { BoardChange } from '../../core/boards/changes'
import { builtInKinds } from '../../core/boards/kinds'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeSlideshow,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { embedsRoutes } from './embeds.routes'
import { Embeds } from './embeds.service'

const database = useTestDatabase()
let app: FastifyInstance
let owner: Awaited<ReturnType<typeof makeUser>>
let stranger: typeof owner
const announced: BoardChange[] = []

beforeAll(async () => {
  const { db } = database
  const changes = new BoardChanges()
  changes.onBoardChange((change) => announced.push(change))
  app = await buildTestApp(db, [
    embedsRoutes({ embeds: new Embeds({ db, changes }) }),
    boardRoutes(builtInKinds.slideshow, { db, changes }),
  ])
  owner = await makeUser(db)
  stranger = await makeUser(db)
})
afterAll(() => app.close())
beforeEach(() => void announced.splice(0))

const scoreboardOf = async (by: typeof owner, isPublic = true) =>
  makeScoreboard(database.db, by.id, { isPublic, venueMachineIds: [await makeVenueMachine(database.db, by.id)] })
const path = (id: number, type: BoardType = 'scoreboard') => `/api/${type}/${id}/embed/`
const read = (id: number, by = owner) => call(app, 'GET', path(id), { token: by.token })
const put = (id: number, body: unknown, by = owner) =>
  call(app, 'PUT', path(id), { token: by.token, body: body as object })

test('a new board may be shown anywhere; its owner lists sites, which are kept as browsers say them', async () => {
  const { id } = await scoreboardOf(owner)
  expect(await read(id)).toMatchObject({ status: 200, body: { sites: [] } })
  const answer = await put(id, {
    sites: [' HTTPS://Partner.example/', 'https://*.club.example', 'https://partner.example:443'],
  })
  expect(answer).toMatchObject({ status: 200, body: { sites: ['https://partner.example', 'https://*.club.example'] } })
  expect((await read(id)).body).toEqual(answer.body)
  expect(announced).toEqual([{ type: 'scoreboard', id, reason: 'updated' }])
  expect(await put(id, { sites: [] })).toMatchObject({ status: 200, body: { sites: [] } })
})

test('a stranger changes nothing, whatever he sends, and is not told of a private board', async () => {
  const [open, hidden] = [await scoreboardOf(owner), await scoreboardOf(owner, false)]
  for (const { id } of [open, hidden]) await put(id, { sites: ['https://partner.example'] })
  announced.splice(0)
  for (const body of [{ sites: ['https://evil.example'] }, { sites: 'nonsense' }, {}]) {
    expect(await put(open.id, body, stranger)).toMatchObject({ status: 403 })
    expect((await put(hidden.id, body, stranger)).body).toEqual((await put(987_654, body, stranger)).body)
  }
  for (const { id } of [open, hidden]) expect((await read(id)).body).toEqual({ sites: ['https://partner.example'] })
  expect(announced).toEqual([])
})

test.each<[string, unknown, object]>([
  ['no list', {}, { sites: ['This field is required'] }],
  ['null', { sites: null }, { sites: ['This value is not accepted'] }],
  ['a text', { sites: 'https://partner.example' }, { sites: ['This value is not accepted'] }],
  [
    'a list in a list',
    { sites: [['https://partner.example']] },
    { sites: ['Please enter a site such as https://example.com or https://*.example.com'] },
  ],
  [
    'a directive',
    { sites: ["https://a.example; script-src 'unsafe-inline'"] },
    { sites: ['Please enter a site such as https://example.com or https://*.example.com'] },
  ],
  [
    'a header',
    { sites: ['https://a.example\r\nset-cookie: a=b'] },
    { sites: ['Please enter a site such as https://example.com or https://*.example.com'] },
  ],
  [
    'a NUL',
    { sites: ['https://a.example\u0000'] },
    { sites: ['Please enter a site such as https://example.com or https://*.example.com'] },
  ],
  ['http', { sites: ['http://a.example'] }, { sites: ['A site needs https, besides localhost and private addresses'] }],
  [
    'too many',
    { sites: Array.from({ length: 21 }, (_, at) => `https://a${at}.example`) },
    { sites: ['At most 20 sites'] },
  ],
  [
    'a hundred thousand',
    { sites: Array.from({ length: 20_000 }, () => 'https://a.example') },
    { sites: ['At most 20 sites'] },
  ],
  ['a list instead of fields', [], {}],
])('%s is refused in words, and nothing changes', async (_what, body, errors) => {
  const { id } = await scoreboardOf(owner)
  await put(id, { sites: ['https://partner.example'] })
  expect(await put(id, body)).toMatchObject({ status: 400, body: errors })
  expect((await read(id)).body).toEqual({ sites: ['https://partner.example'] })
})

test('a slideshow, which has no state of its own, is a missing one for pages of sites that are not listed', async () => {
  const board = await scoreboardOf(owner)
  const { id, viewerKey } = await makeSlideshow(database.db, owner.id, {
    isPublic: false,
    items: [{ type: 'scoreboard', id: board.id }],
  })
  await call(app, 'PUT', path(id, 'slideshow'), { token: owner.token, body: { sites: ['https://partner.example'] } })
  const from = async (origin: string | undefined, token?: string) =>
    (
      await call(app, 'GET', `/api/slideshow/${id}/?key=${viewerKey}`, {
        token,
        headers: origin === undefined ? {} : { origin },
      })
    ).status
  expect([await from(undefined), await from('https://partner.example'), await from('http://localhost:3000')]).toEqual([
    200, 200, 200,
  ])
  expect([
    await from('https://other.example'),
    await from('null'),
    await from('https://other.example', stranger.token),
  ]).toEqual([404, 404, 404])
  expect(await from('https://other.example', owner.token)).toBe(200)
})
