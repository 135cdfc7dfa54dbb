import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { readConfig } from '../../ground/process/config'
import type { PageStore } from '../../ground/registry/registry.store'
import { pagesRoutes } from './pages.routes'

let folder: string
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-pages-'))
  await mkdir(path.join(folder, 'r'))
  const shell = {
    assets: { scripts: [], preload: [], styles: [] },
    provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' },
    publishedAt: '2026-01-01T00:00:00Z',
  }
  await writeFile(
    path.join(folder, 'registry.json'),
    JSON.stringify({ rev: 1, shell: { active: '1.0.0', versions: { '1.0.0': shell } }, remotes: {} }),
  )
  app = Fastify()
  await app.register(pagesRoutes({ deployFolder: folder, config: readConfig({}).pages }))
  await app.listen()
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test('OPS-14 a page that is not built yet opens by itself once it is; a program is told so', async () => {
  const deploy = await mkdtemp(path.join(tmpdir(), 'multiball-unpublished-'))
  const other = Fastify()
  try {
    await other.register(pagesRoutes({ deployFolder: deploy, config: readConfig({}).pages }))
    const open = (accept: string) => other.inject({ url: '/', headers: { accept } })
    const opened = async () => {
      const { statusCode, headers, body } = await open('text/html,*/*;q=0.8')
      return {
        statusCode,
        type: headers['content-type'],
        looksAgain: body.includes('http-equiv="refresh" content="2"'),
      }
    }
    const waiting = { statusCode: 503, type: 'text/html; charset=utf-8', looksAgain: true }
    expect(await opened()).toEqual(waiting)
    const { statusCode, headers, body } = await open('*/*')
    expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([
      503,
      '2',
      { detail: 'Nothing is published yet. Run: npm run build' },
    ])
    // Remotes come one after the other, and the dashboard last.
    await writeFile(path.join(deploy, 'registry.json'), JSON.stringify({ rev: 1, remotes: {} }))
    expect(await opened()).toEqual(waiting)
    await mkdir(path.join(deploy, 'r/shell/1.0.0'), { recursive: true })
    const shell = {
      assets: { scripts: [], preload: [], styles: [] },
      provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' },
      publishedAt: '2026-01-01T00:00:00Z',
    }
    await writeFile(
      path.join(deploy, 'registry.json'),
      JSON.stringify({ rev: 2, shell: { active: '1.0.0', versions: { '1.0.0': shell } }, remotes: {} }),
    )
    expect(await opened()).toMatchObject({ statusCode: 200, looksAgain: false })
  } finally {
    await other.close()
    await rm(deploy, { recursive: true })
  }
})

test('the files that a page names carry the hashes that were published beside them; those of an older version have none', async () => {
  const deploy = await mkdtemp(path.join(tmpdir(), 'multiball-hashes-'))
  try {
    await mkdir(path.join(deploy, 'r/shell/1.0.0'), { recursive: true })
    await writeFile(path.join(deploy, 'r/shell/1.0.0/files.json'), '{"page.css":"sha384-page"}')
    const provides = { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' }
    const shell = {
      assets: { scripts: [], preload: ['/r/shell/0.9.0/share.js'], styles: ['/r/shell/1.0.0/page.css'] },
      provides,
      publishedAt: '2026-01-01T00:00:00Z',
    }
    await writeFile(
      path.join(deploy, 'registry.json'),
      JSON.stringify({ rev: 1, shell: { active: '1.0.0', versions: { '1.0.0': shell } }, remotes: {} }),
    )
    const other = Fastify()
    await other.register(pagesRoutes({ deployFolder: deploy, config: readConfig({}).pages }))
    const { body } = await other.inject({ url: '/' })
    await other.close()
    expect(body).toContain('integrity="sha384-page" href="/r/shell/1.0.0/page.css"')
    expect(body).toMatch(/<link rel="preload" as="script" nonce="[^"]+" href="\/r\/shell\/0\.9\.0\/share\.js">/)
  } finally {
    await rm(deploy, { recursive: true })
  }
})

test('SHP-10 a font that is not the one that was published is refused until it is put back, scripts are left to the page that asks', async () => {
  const deploy = await mkdtemp(path.join(tmpdir(), 'multiball-fonts-'))
  try {
    const build = path.join(deploy, 'r/mf-viewer/1.0.0')
    await mkdir(build, { recursive: true })
    const hash = `sha384-${createHash('sha384').update('abc').digest('base64')}`
    await writeFile(path.join(build, 'files.json'), JSON.stringify({ 'a.woff2': hash, 'b.woff2': hash, 'c.js': hash }))
    await Promise.all(
      ['a.woff2', 'b.woff2', 'c.js', 'of-no-list.woff2'].map((file) =>
        writeFile(path.join(build, file), file === 'a.woff2' ? 'abc' : 'abd'),
      ),
    )
    await mkdir(path.join(deploy, 'r/mf-viewer/0.9.0'))
    await writeFile(path.join(deploy, 'r/mf-viewer/0.9.0/of-before-lists.woff2'), 'abc')
    const other = Fastify()
    await other.register(pagesRoutes({ deployFolder: deploy, config: readConfig({}).pages }))
    const answer = async (file: string) => {
      const { statusCode, headers } = await other.inject({ url: `/r/mf-viewer/${file}` })
      return `${statusCode} ${String(headers['cache-control'])}`
    }
    const sent = '200 public, max-age=31536000, immutable'
    const refused = '404 no-store'
    for (const [file, expected] of [
      ['1.0.0/a.woff2', sent],
      ['1.0.0/b.woff2', refused],
      ['1.0.0/b.woff2?retry=1', refused],
      ['1.0.0/of-no-list.woff2', refused],
      ['1.0.0/c.js', sent],
      ['0.9.0/of-before-lists.woff2', sent],
      ['1.0.0/none.woff2', refused],
    ] as const) {
      expect([file, await answer(file)]).toEqual([file, expected])
    }
    await writeFile(path.join(build, 'b.woff2'), 'abc ')
    await writeFile(path.join(build, 'b.woff2'), 'abc')
    expect(await answer('1.0.0/b.woff2')).toBe(sent)
    await other.close()
  } finally {
    await rm(deploy, { recursive: true })
  }
})

describe('SHP-13 a browser that holds an earlier version of a script is sent what has changed', () => {
  const hash = '+//AbcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN='
  const asked = { 'accept-encoding': 'gzip, br, dcb, dcz', 'available-dictionary': `:${hash}:` }
  let deploy: string
  let other: FastifyInstance
  const ask = async (query: string, headers: Record<string, string>) => {
    const answer = await other.inject({ url: `/r/mf-xy/2.0.0/page.0a1b2c3d.js${query}`, headers })
    const {
      vary,
      'content-encoding': encoding = 'none',
      'use-as-dictionary': rule,
      'content-type': type,
      'cache-control': caching,
    } = answer.headers
    return { body: answer.body, encoding, vary, rule, type, caching }
  }

  beforeAll(async () => {
    deploy = await mkdtemp(path.join(tmpdir(), 'multiball-deltas-'))
    const build = path.join(deploy, 'r/mf-xy/2.0.0')
    const delta = path.normalize(`page.0a1b2c3d.js.dcz/${hash}.js`)
    await mkdir(path.dirname(path.join(build, delta)), { recursive: true })
    await writeFile(path.join(build, 'page.0a1b2c3d.js'), 'whole')
    await writeFile(path.join(build, 'a.woff2'), 'font')
    await writeFile(path.join(build, delta), 'delta')
    await writeFile(
      path.join(build, 'deltas.json'),
      JSON.stringify({ [delta]: `sha384-${createHash('sha384').update('delta').digest('base64')}` }),
    )
    other = Fastify()
    await other.register(pagesRoutes({ deployFolder: deploy, config: readConfig({}).pages }))
  })
  afterAll(async () => {
    await other.close()
    await rm(deploy, { recursive: true })
  })

  const headers = {
    vary: 'accept-encoding, available-dictionary',
    rule: 'match="/r/mf-xy/*/page.*js"',
    type: expect.stringMatching(/^(?:text|application)\/javascript; charset=utf-8$/i) as string,
    caching: 'public, max-age=31536000, immutable',
  }

  test('and is told that it may hold this one for the next', async () => {
    expect(await ask('', asked)).toEqual({ ...headers, body: 'delta', encoding: 'dcz' })
    expect(
      (await other.inject({ url: '/r/mf-xy/2.0.0/a.woff2', headers: asked })).headers['use-as-dictionary'],
    ).toBeUndefined()
    expect(
      (await other.inject({ url: '/r/mf-xy/2.0.0/gone.0a1b2c3d.js', headers: asked })).headers['use-as-dictionary'],
    ).toBeUndefined()
  })

  test.each([
    ['that holds none', '', { 'accept-encoding': 'gzip, dcz' }],
    ['that holds another', '', { ...asked, 'available-dictionary': `:${hash.replace('A', 'B')}:` }],
    ['that cannot read deltas', '', { ...asked, 'accept-encoding': 'gzip, br' }],
    ['that asks once more', '?retry=1', asked],
    ['that asks past its cache', '', { ...asked, 'cache-control': 'no-cache' }],
    ['that says nonsense', '', { ...asked, 'available-dictionary': ':../../../registry.json:' }],
  ])('one %s is sent the whole file', async (_, query, said) => {
    expect(await ask(query, said)).toEqual({ ...headers, body: 'whole', encoding: 'none' })
  })

  test('a delta that is not the one that was published is sent to nobody', async () => {
    const file = path.join(deploy, 'r/mf-xy/2.0.0', `page.0a1b2c3d.js.dcz/${hash}.js`)
    await writeFile(file, 'delte')
    expect(await ask('', asked)).toMatchObject({ body: 'whole', encoding: 'none' })
    await writeFile(file, 'delta')
    expect(await ask('', asked)).toMatchObject({ body: 'delta', encoding: 'dcz' })
  })
})

test('EMB-13 types at a pinned address are text, and not the video that their name ends like', async () => {
  const deploy = await mkdtemp(path.join(tmpdir(), 'multiball-types-'))
  await mkdir(path.join(deploy, 'r/embed/1.0.0'), { recursive: true })
  await writeFile(path.join(deploy, 'r/embed/1.0.0/host.d.ts'), 'export {}')
  const other = Fastify()
  await other.register(pagesRoutes({ deployFolder: deploy, config: readConfig({}).pages }))
  const { body, headers } = await other.inject({
    url: '/r/embed/1.0.0/host.d.ts?a',
    headers: { 'accept-encoding': 'br' },
  })
  expect([body, headers['content-type'], headers['x-content-type-options']]).toEqual([
    'export {}',
    'text/plain; charset=utf-8',
    'nosniff',
  ])
  await other.close()
  await rm(deploy, { recursive: true })
})

test('SHP-10 a page asks for no script without a hash, except where builds of a developer’s own machine may be loaded', async () => {
  const policyWith = async (environment: Record<string, string>) => {
    const other = Fastify()
    await other.register(pagesRoutes({ deployFolder: folder, config: readConfig(environment).pages }))
    const { headers } = await other.inject({ url: '/' })
    await other.close()
    return headers['integrity-policy']
  }
  expect(await policyWith({ PUBLIC_URL: 'https://boards.example.com' })).toBe('blocked-destinations=(script)')
  expect(await policyWith({})).toBeUndefined()
})

const read = async (method: 'GET' | 'HEAD' | 'POST', url: string) => {
  const { statusCode, headers } = await app.inject({ method, url })
  return [statusCode, String(headers['content-type']).split(';')[0]]
}

test.each([
  ['GET', '/scoreboards', [200, 'text/html']],
  ['HEAD', '/scoreboards', [200, 'text/html']],
  ['POST', '/scoreboards', [404, 'application/json']],
  ['GET', '/api/nothing/', [404, 'application/json']],
  ['GET', '/r/nothing.js', [404, 'application/json']],
  ['GET', '/nothing.js', [404, 'application/json']],
] as const)('%s %s is answered with %j', async (method, url, answer) => {
  expect(await read(method, url)).toEqual(answer)
})

test('EMB-15 a page waits for the title of its board a moment, and comes without it', async () => {
  const other = Fastify()
  const answers = [() => new Promise<undefined>(() => {}), () => Promise.reject(new Error('no database'))]
  await other.register(
    pagesRoutes({ deployFolder: folder, config: readConfig({}).pages, wordsOf: () => answers.pop()!() }),
  )
  for (const url of ['/viewer/scoreboards/12', '/viewer/scoreboards/12'])
    expect((await other.inject({ url })).body).toContain('<title>Multiball</title>')
  expect(answers).toEqual([])
  await other.close()
})

test('SHR-05 the page of a public board has its words and its picture for crawlers, escaped; others have none', async () => {
  const words = { title: '"><script>x</script>', description: 'Live now: <b>Maria</b> 5' }
  const record = {
    entry: { src: '/v.js', integrity: 'sha384-x' },
    exposes: {},
    requires: {},
    routes: [],
    publishedAt: '2026-01-01T00:00:00Z',
    page: { path: '/viewer/*', assets: { scripts: [], preload: [], styles: [] }, provides: {} },
  }
  const registry = {
    rev: 1,
    remotes: { 'mf-viewer': { active: '1.0.0', enabled: true, versions: { '1.0.0': record } } },
  }
  const store = { read: async () => registry, hashesOf: async () => new Map() } as unknown as PageStore
  const other = Fastify()
  await other.register(
    pagesRoutes({
      deployFolder: folder,
      registry: store,
      config: readConfig({}).pages,
      publicUrl: 'https://boards.example.com',
      wordsOf: async ({ id }) => (id === 12 ? words : undefined),
    }),
  )
  const { body } = await other.inject({ url: '/viewer/scoreboards/12' })
  expect(body).not.toContain('<script>x')
  expect(body).not.toContain('<b>Maria')
  const tags = [...body.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(
    ([, name, content]) => [name, content] as const,
  )
  expect(Object.fromEntries(tags)).toMatchObject({
    description: 'Live now: &lt;b&gt;Maria&lt;/b&gt; 5',
    'og:title': '&quot;&gt;&lt;script&gt;x&lt;/script&gt;',
    'og:url': 'https://boards.example.com/viewer/scoreboards/12',
    'og:image': 'https://boards.example.com/viewer/scoreboards/12.png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'theme-color': '#000000',
  })
  for (const url of ['/viewer/scoreboards/13', '/viewer/scoreboards/12?key=k']) {
    const hidden = (await other.inject({ url })).body
    expect([hidden.includes('og:'), hidden.includes('Maria')]).toEqual([false, false])
  }
  await other.close()
})

test('CRD-05 the page of a card has its words and picture for crawlers; a card that not everybody may see has none', async () => {
  const other = Fastify()
  await other.register(
    pagesRoutes({
      deployFolder: folder,
      config: readConfig({}).pages,
      publicUrl: 'https://boards.example.com',
      cardWordsOf: async (card) =>
        card === 'day_record:8:2' ? { title: 'Best of the day: 5 on <Firepower>', description: 'Maria' } : undefined,
    }),
  )
  for (const url of ['/moment/day_record:8:2', '/moment/day_record%3A8%3A2/']) {
    const { body } = await other.inject({ url })
    expect(body).toContain('property="og:title" content="Best of the day: 5 on &lt;Firepower&gt;"')
    expect(body).toContain('property="og:url" content="https://boards.example.com/moment/day_record:8:2"')
    expect(body).toContain('property="og:image" content="https://boards.example.com/moment/day_record:8:2.png"')
  }
  for (const url of ['/moment/day_record:8:3', '/moment/day_record:8:2?key=k', '/moment/%00', '/moment/a:b'])
    expect((await other.inject({ url })).body).not.toContain('og:')
  await other.close()
})

test('SHR-06 a board’s page can be put on a home screen, and starts there again; nothing else can be named as its start', async () => {
  const manifest = async (query: string) =>
    (await app.inject({ url: `/manifest.webmanifest${query}` })).json<{
      start_url: string
      display: string
      icons: { src: string }[]
    }>()
  expect(await manifest('?start=%2Fviewer%2Fscoreboards%2F12')).toMatchObject({
    start_url: '/viewer/scoreboards/12',
    display: 'fullscreen',
  })
  for (const query of ['', '?start=https%3A%2F%2Fevil.example', '?start=%2F%2Fevil.example'])
    expect((await manifest(query)).start_url).toBe('/')
  for (const { src } of (await manifest('')).icons)
    expect((await app.inject({ url: src })).headers['content-type']).toBe('image/png')
})

test('a page says in its headers what it may do, with a nonce of its own', async () => {
  const read = async () => (await app.inject({ url: '/scoreboards' })).headers['content-security-policy'] as string
  const policy = new Map((await read()).split('; ').map((line) => [line.split(' ')[0]!, line.split(' ').slice(1)]))
  expect(policy.get('default-src')).toEqual([`'none'`])
  expect(policy.get('script-src')).toEqual([
    `'self'`,
    expect.stringMatching(/^'nonce-[\w+/=]{22,}'$/),
    `'strict-dynamic'`,
  ])
  expect(policy.get('require-trusted-types-for')).toEqual([`'script'`])
  expect(policy.get('trusted-types')).toEqual(['multiball', 'multiball#chunks', `'allow-duplicates'`])
  for (const name of ['base-uri', 'frame-ancestors', 'object-src', 'worker-src'])
    expect([name, policy.get(name)]).toEqual([name, [`'none'`]])
  expect(await read()).not.toBe(await read())
})

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'https://boards.example.com' }, false],
])('with %j a page may load from the visitor’s own machine: %s', async (environment, expected) => {
  const other = Fastify()
  await other.register(pagesRoutes({ deployFolder: folder, config: readConfig(environment).pages }))
  expect(
    String((await other.inject({ url: '/?mf-dev=mf-scoreboards:3001' })).headers['content-security-policy']).includes(
      'localhost',
    ),
  ).toBe(expected)
  await other.close()
})

test.each(['//', '///', '/\\', '//['])('a path that is no address is missing: %s', async (path) => {
  const { port } = app.server.address() as AddressInfo
  const status = new Promise((resolve) =>
    http.get({ port, path, agent: false }, (response) => resolve(response.resume().statusCode)),
  )
  expect(await status).toBe(404)
})

test('ACC-25 pages say that the server waits for its first account, and ask no more once there is one', async () => {
  const answers = [true, new Error('away'), true, false, true]
  const awaitsAccount = jest.fn(async () => {
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer === true
  })
  const other = Fastify()
  await other.register(pagesRoutes({ deployFolder: folder, config: readConfig({}).pages, awaitsAccount }))
  const said: boolean[] = []
  for (let times = 0; times < 5; times++)
    said.push((await other.inject({ url: '/' })).body.includes('"awaitsAccount":true'))
  expect(said).toEqual([true, false, true, false, false])
  expect(awaitsAccount).toHaveBeenCalledTimes(4)
  await other.close()
})
