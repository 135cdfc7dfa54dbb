import { builtInTypeInfos, emptyRegistry } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { BoardChanges } from '../../core/boards/changes'
import {
  buildTestApp,
  call,
  makeScoreboard,
  makeStreamboard,
  makeUser,
  makeVenueMachine,
  useTestDatabase,
} from '../../testing'
import { Embeds } from './embeds.service'
import { oembedRoutes, boardAt, sizeWithin } from './oembed.routes'

const database = useTestDatabase()
const publicUrl = 'https://boards.example.com'
let app: FastifyInstance
let shown: number
let hidden: { id: number; viewerKey: string }
let stream: number

beforeAll(async () => {
  const { db } = database
  app = await buildTestApp(db, [
    oembedRoutes({
      embeds: new Embeds({ db, changes: new BoardChanges() }),
      registry: { read: async () => emptyRegistry },
      publicUrl,
    }),
  ])
  const owner = await makeUser(db)
  const venueMachineIds = [await makeVenueMachine(db, owner.id)]
  const scoreboard = await makeScoreboard(db, owner.id, {
    venueMachineIds,
    title: "\"><script>alert(1)</script> & 'friends'",
  })
  shown = scoreboard.id
  hidden = await makeScoreboard(db, owner.id, { venueMachineIds, isPublic: false })
  stream = (await makeStreamboard(db, owner.id, { scoreboardIds: [shown], config: { layout: 'ScoresOnlyFixed' } })).id
})
afterAll(() => app.close())

const ask = (query: Record<string, string>) => call(app, 'GET', `/api/oembed/?${new URLSearchParams(query).toString()}`)
const attributesOf = (html: string) =>
  Object.fromEntries([...html.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))

test('the address of a public board becomes one frame, whose title cannot leave its attribute', async () => {
  const { status, body, headers } = await ask({ url: `${publicUrl}/viewer/scoreboards/${shown}`, format: 'json' })
  expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
  const { html, ...rest } = body as { html: string }
  expect(rest).toEqual({
    type: 'rich',
    version: '1.0',
    title: "\"><script>alert(1)</script> & 'friends'",
    provider_name: 'Multiball',
    provider_url: publicUrl,
    cache_age: 3600,
    width: 800,
    height: 450,
  })
  expect(html).toMatch(/^<iframe [^<>]*><\/iframe>$/)
  expect(attributesOf(html)).toMatchObject({
    src: `${publicUrl}/embed/v1/scoreboard/${shown}`,
    title: '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;friends&#39;',
    width: '800',
    height: '450',
    sandbox: 'allow-scripts allow-same-origin',
  })
})

test('what a consumer has room for is kept to; a streamboard keeps the shape of its canvas', async () => {
  const address = `${publicUrl}/embed/v1/scoreboard/${shown}`
  expect((await ask({ url: address, maxwidth: '400', maxheight: '1000' })).body).toMatchObject({
    width: 400,
    height: 225,
  })
  expect((await ask({ url: address, maxwidth: '4000', maxheight: '90' })).body).toMatchObject({
    width: 160,
    height: 90,
  })
  expect((await ask({ url: `${publicUrl}/viewer/streamboards/${stream}`, maxwidth: '430' })).body).toMatchObject({
    width: 430,
    height: 85,
  })
})

test('a private board is a missing one, also with its key', async () => {
  const missing = await ask({ url: `${publicUrl}/viewer/scoreboards/987654` })
  expect(missing).toMatchObject({ status: 404, body: { detail: 'Item not found.' } })
  for (const query of ['', `?key=${hidden.viewerKey}`]) {
    const { status, body } = await ask({
      url: `${publicUrl}/viewer/scoreboards/${hidden.id}${query}`,
      key: hidden.viewerKey,
    })
    expect({ status, body }).toEqual({ status: 404, body: missing.body })
  }
})

// EMB-11: a call that is not valid is 400; an address that we have no answer for is 404, as oEmbed 1.0 says.
test.each<[string, Record<string, string>, number]>([
  ['another format', { format: 'xml' }, 501],
  ['a format of nonsense', { format: '<b>' }, 501],
  ['another site', { url: 'https://elsewhere.example/viewer/scoreboards/1' }, 404],
  ['a site that begins as ours', { url: `${publicUrl}.evil.example/viewer/scoreboards/1` }, 404],
  ['our site with a user', { url: 'https://boards.example.com@evil.example/viewer/scoreboards/1' }, 404],
  ['another scheme', { url: 'http://boards.example.com/viewer/scoreboards/1' }, 404],
  ['a page that is no board', { url: `${publicUrl}/scoreboards` }, 404],
  ['a board type that is none', { url: `${publicUrl}/viewer/users/1` }, 404],
  ['an id that is none', { url: `${publicUrl}/viewer/scoreboards/0` }, 404],
  ['no address', { url: 'nonsense' }, 400],
  ['a script', { url: 'javascript:alert(1)' }, 404],
  ['a width of nothing', { maxwidth: '0' }, 400],
  ['a width below nothing', { maxwidth: '-5' }, 400],
  ['a height in words', { maxheight: 'tall' }, 400],
  ['an address without end', { url: `${publicUrl}/${'a'.repeat(3000)}` }, 400],
])('EMB-11 %s is refused', async (_what, query, status) => {
  const answer = await ask({ url: `${publicUrl}/viewer/scoreboards/${shown}`, ...query })
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain('<iframe')
})

test('without an address, and with one twice, a call is refused', async () => {
  expect((await call(app, 'GET', '/api/oembed/')).status).toBe(400)
  expect((await call(app, 'GET', '/api/oembed/?url=a&url=b')).status).toBe(400)
})

test.each([
  ['https://boards.example.com/viewer/leaderboards/7', { type: 'leaderboard', id: 7 }],
  ['https://boards.example.com/viewer/comboboards/7/?key=x#y', { type: 'comboboard', id: 7 }],
  ['https://boards.example.com/embed/v1/slideshow/7', { type: 'slideshow', id: 7 }],
  ['https://boards.example.com/embed/v2/slideshow/7', undefined],
  ['https://boards.example.com/viewer/tv', undefined],
  ['', undefined],
])('%s is the address of %j', (address, board) => {
  expect(boardAt(address, publicUrl, builtInTypeInfos)).toEqual(board)
})

test.each([
  [{ width: 16, height: 9 }, {}, { width: 800, height: 450 }],
  [{ width: 1920, height: 1080 }, { width: 320 }, { width: 320, height: 180 }],
  [{ width: 860, height: 170 }, { height: 100 }, { width: 505, height: 100 }],
  [{ width: 860, height: 170 }, { width: 1 }, { width: 1, height: 1 }],
])('%j within %j is %j', (shape, limits, size) => {
  expect(sizeWithin(shape, limits)).toEqual(size)
})
