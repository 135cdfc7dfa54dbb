import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtInTypes } from '@multiball/shared/schema'
import type { FastifyInstance } from 'fastify'
import { BoardChanges } from '../../core/boards/changes'
import { readConfig } from '../../ground/process/config'
import { registryStore } from '../../ground/registry/registry.store'
import { buildTestApp, makeScoreboard, makeUser, makeVenueMachine, useTestDatabase } from '../../testing'
import { Embeds } from '../embeds/embeds.service'
import { docsPolicy } from '../openapi/openapi.routes'
import { frameRoutes } from './frame.routes'
import { pagesRoutes } from './pages.routes'

const integrity = `sha384-${'A'.repeat(64)}`
const publishedAt = '2026-01-01T00:00:00Z'
const assets = (name: string) => ({ scripts: [{ src: `/r/${name}/page.js`, integrity }], preload: [], styles: [] })
const record = {
  entry: { src: '/r/entry.js', integrity },
  exposes: { './display': { scripts: ['/r/display.js'], styles: [] } },
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt,
}
const remote = (version: object) => ({
  enabled: true,
  active: '1.0.0',
  versions: { '1.0.0': { ...record, ...version } },
})
const registry = {
  rev: 3,
  shell: {
    active: '1.0.0',
    versions: {
      '1.0.0': { assets: assets('shell'), provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' }, publishedAt },
    },
  },
  remotes: {
    'mf-scoreboards': remote({ display: 'scoreboard' }),
    'mf-viewer': remote({
      page: { path: '/viewer/*', assets: assets('mf-viewer'), provides: { shared: '1.0.0', react: '19.3.1' } },
    }),
  },
}

const database = useTestDatabase()
const { pages: config } = readConfig({})
let folder: string
let app: FastifyInstance
let open: { id: number }
let listed: typeof open
let hidden: { id: number; viewerKey: string }

const titled = (board: { title: string } | undefined) => board && { title: board.title, description: 'Live scores' }

beforeAll(async () => {
  const { db } = database
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-frames-'))
  await writeFile(path.join(folder, 'registry.json'), JSON.stringify(registry))
  const embeds = new Embeds({ db, changes: new BoardChanges() })
  app = await buildTestApp(
    db,
    [frameRoutes({ embeds, registry: registryStore(folder), config, visits: { issue: async () => 'token' } })],
    {
      pages: pagesRoutes({
        deployFolder: folder,
        config,
        publicUrl: 'https://boards.example.com',
        wordsOf: async ({ type, id }) => titled(await embeds.visible(type, id, undefined)),
      }),
    },
  )
  const owner = await makeUser(db)
  const venueMachineIds = [await makeVenueMachine(db, owner.id)]
  open = await makeScoreboard(db, owner.id, { venueMachineIds, title: '</title><b>Lobby & bar' })
  listed = await makeScoreboard(db, owner.id, { venueMachineIds })
  hidden = await makeScoreboard(db, owner.id, { venueMachineIds, isPublic: false })
  const sites = ['https://partner.example', 'https://*.club.example']
  await db.updateTable('boards').set({ embed_sites: sites }).where('id', 'in', [listed.id, hidden.id]).execute()
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function get(url: string, headers: Record<string, string> = {}) {
  const { statusCode, headers: answered, body } = await app.inject({ url, headers })
  const policy = new Map(
    String(answered['content-security-policy'])
      .split('; ')
      .map((line) => [line.split(' ')[0]!, line.split(' ').slice(1)]),
  )
  const inlined = (id: string) =>
    JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(body)?.[1] ?? 'null') as Record<string, unknown>
  return {
    status: statusCode,
    headers: answered,
    body,
    policy,
    ancestors: policy.get('frame-ancestors'),
    isThere: inlined('mb-frame')?.isThere,
    config: inlined('mb-config'),
  }
}

test('EMB-15 the page of a public board is called as it is; that of a private one is not, with or without its key, nor that of none', async () => {
  const titleOf = async (url: string) => /<title>(.*?)<\/title>/.exec((await get(url)).body)?.[1]
  expect(await titleOf(`/viewer/scoreboards/${open.id}`)).toBe('&lt;/title&gt;&lt;b&gt;Lobby &amp; bar – Multiball')
  for (const path of [`${hidden.id}`, `${hidden.id}?key=${hidden.viewerKey}`, '987654'])
    expect(await titleOf(`/viewer/scoreboards/${path}`)).toBe('Multiball')
})

describe('the page of a frame', () => {
  test('names its scripts, its display and its board, and sets no cookie', async () => {
    const {
      status,
      headers,
      body,
      policy,
      isThere,
      config: settings,
    } = await get(`/embed/v1/scoreboard/${open.id}?mf-dev=mf-scoreboards:3001`, { cookie: 'mb-visitor=abcdefghij' })
    expect([status, headers['content-type'], headers['cache-control'], headers['set-cookie']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
      undefined,
    ])
    for (const file of [
      '/r/mf-viewer/page.js',
      '/r/display.js',
      '/r/entry.js',
      `/api/scoreboard/${open.id}/bootstrap/`,
    ])
      expect(body).toContain(`"${file}"`)
    expect(body).not.toContain('localStorage')
    expect(isThere).toBe(true)
    expect(policy.get('script-src')).toEqual([`'self'`, expect.stringMatching(/^'nonce-/), `'strict-dynamic'`])
    expect(policy.get('require-trusted-types-for')).toEqual([`'script'`])
    // A developer's build of his own machine is nothing for partners.
    expect([settings.overrides, headers['content-security-policy']]).toEqual([
      false,
      expect.not.stringContaining('localhost'),
    ])
  })

  test('may be framed by any page, by those of the listed sites, or, of a private board, by those who have the key', async () => {
    const sites = [`'self'`, 'https://partner.example', 'https://*.club.example']
    expect((await get(`/embed/v1/scoreboard/${open.id}`)).ancestors).toBeUndefined()
    expect((await get(`/embed/v1/scoreboard/${listed.id}/`)).ancestors).toEqual(sites)
    const { ancestors, isThere, body } = await get(
      `/embed/v1/scoreboard/${hidden.id}?key=${hidden.viewerKey}&theme=dark`,
    )
    expect([ancestors, isThere]).toEqual([sites, true])
    expect(body).toContain(`/api/scoreboard/${hidden.id}/bootstrap/?key=${hidden.viewerKey}"`)
  })

  test('EMB-04 of a private board without its key, and on a site that is not listed, is that of a missing one, down to its headers', async () => {
    const anonymised = async (url: string, sent: Record<string, string> = {}) => {
      const { status, headers, body } = await get(url, sent)
      const nonce = /nonce="([^"]+)"/.exec(body)![1]!
      const plain = (text: string) => text.replaceAll(nonce, 'NONCE')
      const { date: _date, 'x-request-id': _id, 'content-security-policy': policy, ...rest } = headers
      return { status, body: plain(body), policy: plain(String(policy)), rest }
    }
    const missing = await anonymised('/embed/v1/scoreboard/987654')
    expect(missing).toMatchObject({ status: 200, body: expect.stringContaining('{"isThere":false}') })
    expect(missing.body).not.toContain('/api/')
    for (const url of [
      `/embed/v1/scoreboard/${hidden.id}`,
      `/embed/v1/scoreboard/${hidden.id}?key=wrong`,
      `/embed/v1/scoreboard/${hidden.id}?key=`,
      `/embed/v1/scoreboard/${hidden.id}?key=${'x'.repeat(5000)}`,
    ]) {
      expect(await anonymised(url)).toEqual(missing)
    }
    for (const url of [
      `/embed/v1/scoreboard/${listed.id}`,
      `/embed/v1/scoreboard/${hidden.id}?key=${hidden.viewerKey}`,
    ]) {
      for (const referer of [
        'https://other.example/',
        'https://other.example/page?of=theirs',
        'http://partner.example/',
        'https://club.example/',
      ]) {
        expect(await anonymised(url, { referer })).toEqual(missing)
      }
    }
  })

  test('EMB-04 is there on a listed site, for our own pages, and where the browser does not say which site it is', async () => {
    for (const referer of [
      'https://partner.example/',
      'https://bar.club.example/tonight',
      'http://localhost:3000/embed/v1/scoreboard/1',
      '',
      'nonsense',
    ]) {
      const { isThere, ancestors } = await get(`/embed/v1/scoreboard/${listed.id}`, { referer })
      expect([referer, isThere, ancestors?.length]).toEqual([referer, true, 3])
    }
    expect(await get(`/embed/v1/scoreboard/${open.id}`, { referer: 'https://other.example/' })).toMatchObject({
      isThere: true,
    })
  })

  test.each([
    '/embed/v1/scoreboard',
    '/embed/v1/user/1',
    '/embed/v1/scoreboard/0',
    '/embed/v1/scoreboard/x',
    '/embed/v1/scoreboard/99999999999999999999',
    '/embed/v1/scoreboard/1%2f2',
    '/embed/v1/scoreboard/%00',
    '/embed/v1/a/b/c',
  ])('%s has no board, and says so in its frame', async (url) => {
    expect(await get(url)).toMatchObject({ status: 200, isThere: false })
  })

  test.each([
    ['EN-gb', 'en-GB'],
    ['pt-BR', 'en'],
    ['enm', 'en'],
    ['"><script>', 'en'],
    ['x'.repeat(500), 'en'],
    ['', 'en'],
  ])('EMB-17 lang=%s is the language %s', async (lang, expected) => {
    const { body } = await get(`/embed/v1/scoreboard/${open.id}?${new URLSearchParams({ lang }).toString()}`)
    expect(/<html lang="([^"]*)"/.exec(body)?.[1]).toBe(expected)
  })

  test('a query of nonsense does no harm', async () => {
    for (const query of ['key=a&key=b', 'key[]=1', '%E0%A4%A', 'theme=<script>', '__proto__=1']) {
      const { status, body } = await get(`/embed/v1/scoreboard/${open.id}?${query}`)
      expect([query, status, body.includes('<script>')]).toEqual([query, 200, false])
    }
  })

  test.each(['/embed/v1/nothing.js', '/embed/v1/scoreboard/1.json', '/embed/v1/x/y.map'])(
    '%s is a missing file, no page',
    async (url) => {
      const { status, headers } = await get(url)
      expect([status, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    },
  )
})

describe('a bad day', () => {
  const away = new Embeds({
    db: new Proxy(
      {},
      {
        get: () => {
          throw Object.assign(new Error('Connection terminated'), { code: 'ECONNREFUSED' })
        },
      },
    ) as never,
    changes: new BoardChanges(),
  })

  test.each([
    [
      'the database is away',
      () =>
        frameRoutes({ embeds: away, registry: registryStore(folder), config, visits: { issue: async () => 'token' } }),
    ],
    [
      'nothing is published',
      () =>
        frameRoutes({
          embeds: new Embeds({ db: database.db, changes: new BoardChanges() }),
          registry: registryStore('/nowhere'),
          config,
          visits: { issue: async () => 'token' },
        }),
    ],
  ])('while %s any page is shown a card that says so, and comes back by itself', async (_what, routes) => {
    const other = await buildTestApp(database.db, [routes()])
    const { statusCode, headers, body } = await other.inject({ url: `/embed/v1/scoreboard/${listed.id}` })
    await other.close()
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect(String(headers['content-security-policy'])).not.toContain('frame-ancestors')
    expect(body).toContain('This board cannot be reached at the moment.')
    expect(body).toContain(`"code":"NETWORK"`)
    expect(body).toMatch(/http-equiv="refresh"/)
  })
})

describe('all other pages', () => {
  test.each([
    '/',
    '/scoreboards',
    '/embed',
    '/embed?type=scoreboard&board=1',
    '/viewer/tv',
    '/viewer/scoreboards/1',
    '/viewer/streamboards/1',
    '/login',
    '/nothing',
    '/embed/v1',
    '/embed/v1/',
  ])('%s is never in a frame', async (url) => {
    const { status, ancestors } = await get(url)
    expect([status, ancestors]).toEqual([200, [`'none'`]])
  })

  test('the page to try the API is never in a frame', () => {
    expect(docsPolicy(undefined)).toContain(`frame-ancestors 'none'`)
  })

  test('the dashboard may hold frames of our own, a viewer none', async () => {
    expect((await get('/embed')).policy.get('frame-src')).toEqual([`'self'`])
    expect((await get('/viewer/scoreboards/1')).policy.get('frame-src')).toBeUndefined()
  })

  test('a viewer’s page says where consumers of oEmbed ask, unless it is opened with a key', async () => {
    const linkOf = async (url: string) =>
      /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)">/.exec((await get(url)).body)?.[1]
    for (const type of builtInTypes) {
      const address = `https://boards.example.com/api/oembed/?url=${encodeURIComponent(`https://boards.example.com/viewer/${type}s/12`)}&amp;format=json`
      expect(await linkOf(`/viewer/${type}s/12`)).toBe(address)
    }
    for (const url of [
      '/viewer/scoreboards/12?key=secret',
      '/viewer/tv',
      '/viewer/scoreboards',
      '/scoreboards',
      `/embed/v1/scoreboard/${open.id}`,
    ])
      expect(await linkOf(url)).toBeUndefined()
  })

  test('the pages of partners may read which parts there are, and how they are set up', async () => {
    for (const url of ['/registry.json', '/config.json'])
      expect((await get(url, { origin: 'https://partner.example' })).headers['access-control-allow-origin']).toBe('*')
  })
})
