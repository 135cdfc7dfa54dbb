import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import Fastify, { type FastifyInstance } from 'fastify'
import { readConfig } from '../../ground/process/config'
import { underReview, type ReadReview } from '../../ground/registry/review'
import { pagesRoutes } from './pages.routes'
import { keptLink, readable, reviewLinkIn } from './review.routes'
import { clearingWorker } from './worker.routes'

const integrity = `sha384-${'A'.repeat(64)}`
const provides = { shared: '1.0.0', react: '19.3.1' }
const version = (name: string, fields: Partial<RemoteVersion> = {}): RemoteVersion => ({
  entry: { src: `/r/mf-xy/${name}/entry.js`, integrity },
  exposes: { './routes': { scripts: [], styles: [] } },
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [{ path: '/xy/*', expose: './routes' }],
  navigation: { label: 'XY', path: '/xy', icon: 'tv', order: 1 },
  publishedAt: '2026-01-01T00:00:00Z',
  ...fields,
})
const viewer = (name: string) =>
  version(name, {
    routes: [],
    navigation: undefined,
    page: {
      path: '/viewer/*',
      assets: { scripts: [{ src: `/r/mf-viewer/${name}/page.js`, integrity }], preload: [], styles: [] },
      provides,
      worker: `/r/mf-viewer/${name}/worker.js`,
    },
  })
const registry: Registry = {
  rev: 7,
  shell: {
    active: '1.0.0',
    versions: {
      '1.0.0': {
        assets: { scripts: [], preload: [], styles: [] },
        provides: { shell: '1.0.0', ...provides },
        publishedAt: '2026-01-01T00:00:00Z',
      },
    },
  },
  remotes: {
    'mf-xy': {
      enabled: true,
      active: '1.1.0',
      lastGood: '1.0.0',
      canary: { version: '1.2.0', percent: 99 },
      versions: Object.fromEntries(['1.0.0', '1.1.0', '1.2.0', '1.3.0'].map((name) => [name, version(name)])),
    },
    'mf-off': { enabled: false, active: '1.0.0', versions: { '1.0.0': version('1.0.0'), '1.1.0': version('1.1.0') } },
    // Published for nobody yet, as its first version.
    'mf-new': { enabled: false, active: '1.0.0', lastGood: '1.0.0', versions: { '1.0.0': version('1.0.0') } },
    'mf-viewer': { enabled: true, active: '1.0.0', versions: { '1.0.0': viewer('1.0.0'), '1.1.0': viewer('1.1.0') } },
  },
}
const expiresAt = new Date(Date.now() + 86_400_000)
const candidate = (remote: string, name: string) => ({ remote, version: name, expiresAt })

test.each<[string, ReadReview, string | undefined]>([
  ['is published', candidate('mf-xy', '1.3.0'), undefined],
  ['is a canary', candidate('mf-xy', '1.2.0'), undefined],
  ['ran before', candidate('mf-xy', '1.0.0'), undefined],
  ['is the first of its remote, and nobody’s yet', candidate('mf-new', '1.0.0'), undefined],
  ['everybody gets', candidate('mf-xy', '1.1.0'), 'mf-xy 1.1.0 is what everybody sees by now.'],
  ['is gone', candidate('mf-xy', '1.4.0'), 'mf-xy 1.4.0 is not published here any more. You see what everybody sees.'],
  [
    'is of a remote that is gone',
    candidate('mf-gone', '1.0.0'),
    'mf-gone 1.0.0 is not published here any more. You see what everybody sees.',
  ],
  [
    'is of a remote that is switched off',
    candidate('mf-off', '1.1.0'),
    'mf-off is switched off. You see what everybody sees.',
  ],
  [
    'is named by a link that was touched',
    'unknown',
    'This link for reviewers is not whole, or was not made here. You see what everybody sees.',
  ],
  [
    'is named by a link that has expired',
    'expired',
    'Your link for reviewers has expired. You see what everybody sees.',
  ],
  [
    'is named by a link that was withdrawn',
    'withdrawn',
    'Your link for reviewers was withdrawn. You see what everybody sees.',
  ],
  [
    'nobody can check',
    'unchecked',
    'Your link for reviewers cannot be checked at the moment. You see what everybody sees.',
  ],
])('PLT-06 PLT-07 a version that %s', (_what, read, ended) => {
  const reviewed = underReview(registry, read)
  if (ended !== undefined || typeof read === 'string') return expect(reviewed).toEqual({ registry, review: { ended } })
  expect(reviewed.review).toEqual({ remote: read.remote, version: read.version })
  // No version stands in, and all else is as it was.
  expect(reviewed.registry).toEqual({
    ...registry,
    remotes: {
      ...registry.remotes,
      [read.remote]: { enabled: true, active: read.version, versions: registry.remotes[read.remote]!.versions },
    },
  })
})

test.each([
  ['mb-review=abc.DEF-1_', 'abc.DEF-1_'],
  ['mb-visitor=0123456789; mb-review=abc', 'abc'],
  ['xmb-review=abc', undefined],
  ['mb-review=', undefined],
  ['mb-review=a b', undefined],
  [`mb-review=${'a'.repeat(401)}`, undefined],
  [undefined, undefined],
])('the link in the cookies %j is %j', (cookies, link) => expect(reviewLinkIn(cookies)).toBe(link))

test.each<[unknown, string]>([
  ['abc.def', 'abc.def'],
  ['a; Domain=evil.example', 'unreadable'],
  ['a\r\nset-cookie: b=c', 'unreadable'],
  [['a', 'b'], 'unreadable'],
  [undefined, 'unreadable'],
])('of %j the cookie keeps %j', (given, kept) => expect(readable(given)).toBe(kept))

test('PLT-07 a link is kept for a day longer than it opens', () => {
  expect(keptLink('abc', candidate('mf-xy', '1.3.0'), true, expiresAt.getTime() - 10_000)).toBe(
    `mb-review=abc; Path=/; Max-Age=${10 + 86_400}; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(keptLink('abc', 'expired', false)).toBe('mb-review=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax')
})

describe('the pages of somebody who opened a link', () => {
  let folder: string
  let app: FastifyInstance
  let links: Record<string, ReadReview>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'multiball-review-'))
    await writeFile(path.join(folder, 'registry.json'), JSON.stringify(registry))
    await mkdir(path.join(folder, 'r/mf-viewer/1.0.0'), { recursive: true })
    await writeFile(path.join(folder, 'r/mf-viewer/1.0.0/worker.js'), '// the worker')
    app = Fastify()
    await app.register(
      pagesRoutes({
        deployFolder: folder,
        config: readConfig({}).pages,
        publicUrl: 'https://boards.example.com',
        reviews: { read: async (link) => links[link] ?? 'unknown' },
      }),
    )
  })
  beforeEach(
    () =>
      (links = {
        good: candidate('mf-xy', '1.3.0'),
        wall: candidate('mf-viewer', '1.1.0'),
        late: 'expired',
        busy: 'unchecked',
      }),
  )
  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true })
  })

  const get = (url: string, link?: string) =>
    app.inject({ url, headers: link === undefined ? {} : { cookie: `mb-review=${link}` } })
  const inPage = (body: string, id: string) =>
    JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(body)?.[1] ?? 'null') as Record<string, unknown> | null
  const activeIn = (body: string) => (inPage(body, 'mb-registry') as unknown as Registry).remotes['mf-xy']!.active

  test('PLT-06 the link leads to the section under review and is kept where no script and no other site sees it', async () => {
    const { statusCode, headers } = await get('/review?link=good')
    expect([statusCode, headers.location, headers['cache-control'], headers['referrer-policy']]).toEqual([
      303,
      '/xy',
      'no-store',
      'no-referrer',
    ])
    expect(headers['set-cookie']).toMatch(/^mb-review=good; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/)
    expect((await get('/review?link=wall')).headers.location).toBe('/')
  })

  test('PLT-06 they get the version, with its files named by the page; everybody else gets what runs', async () => {
    const reviewed = await get('/xy', 'good')
    expect([activeIn(reviewed.body), inPage(reviewed.body, 'mb-review'), reviewed.headers['set-cookie']]).toEqual([
      '1.3.0',
      { remote: 'mf-xy', version: '1.3.0' },
      undefined,
    ])
    expect(reviewed.body).toContain('href="/r/mf-xy/1.3.0/entry.js"')
    const live = await get('/xy')
    expect([activeIn(live.body), inPage(live.body, 'mb-review')]).toEqual(['1.1.0', null])
    expect((await get('/viewer/scoreboards/1', 'wall')).body).toContain('/r/mf-viewer/1.1.0/page.js')
    expect((await get('/viewer/scoreboards/1', 'good')).body).toContain('/r/mf-viewer/1.0.0/page.js')
  })

  test('PLT-06 what pages compare themselves with is the same, and no cache gives it to others', async () => {
    const reviewed = await get('/registry.json', 'good')
    expect([
      reviewed.json<Registry>().remotes['mf-xy']!.active,
      reviewed.headers['cache-control'],
      reviewed.headers.vary,
    ]).toEqual(['1.3.0', 'private, no-store', 'cookie'])
    const live = await get('/registry.json')
    expect([live.json(), live.headers['cache-control'], live.headers.vary]).toEqual([registry, 'no-cache', 'cookie'])
  })

  test('PLT-06 viewers under review keep nothing that would be there without the server, and forget what they kept', async () => {
    const page = await get('/viewer/scoreboards/1', 'good')
    expect([inPage(page.body, 'mb-config')?.offline, String(page.headers['content-security-policy'])]).toEqual([
      false,
      expect.stringContaining("worker-src 'none'"),
    ])
    const worker = await get('/viewer/worker.js', 'good')
    expect([worker.body, worker.headers.vary]).toEqual([clearingWorker, 'cookie'])
    expect((await get('/viewer/worker.js')).body).toBe('// the worker')
    expect(String((await get('/viewer/scoreboards/1')).headers['content-security-policy'])).toContain(
      "worker-src 'self'",
    )
  })

  test.each([
    ['late', 'Your link for reviewers has expired. You see what everybody sees.', true],
    ['touched', 'This link for reviewers is not whole, or was not made here. You see what everybody sees.', true],
    ['busy', 'Your link for reviewers cannot be checked at the moment. You see what everybody sees.', false],
  ])('PLT-07 with the link "%s" they get what runs, and are told why%s', async (link, ended, isOnce) => {
    const opened = await get(`/review?link=${link}`)
    expect([opened.statusCode, opened.headers.location, opened.headers['set-cookie']]).toEqual([
      303,
      '/',
      `mb-review=${link}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure`,
    ])
    const page = await get('/xy', link)
    expect([activeIn(page.body), inPage(page.body, 'mb-review')]).toEqual(['1.1.0', { ended }])
    expect(page.headers['set-cookie']).toBe(
      isOnce ? 'mb-review=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax' : undefined,
    )
  })

  test('PLT-06 leaving takes the cookie away; no address and no form does', async () => {
    const left = await app.inject({ method: 'DELETE', url: '/review' })
    expect([left.statusCode, left.headers['set-cookie']]).toEqual([
      204,
      'mb-review=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
    expect((await app.inject({ method: 'POST', url: '/review' })).headers['set-cookie']).toBeUndefined()
  })
})
