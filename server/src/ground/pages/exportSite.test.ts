import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readConfig } from '../process/config'
import { exportSite, noncePlaceholder } from './exportSite'

const hash = `sha384-${'a'.repeat(64)}`
const publishedAt = '2026-01-01T00:00:00Z'
const script = { src: '/r/shell/1.0.0/page.js', integrity: hash }
const remote = (version: string, more: object) => ({
  entry: { src: `/r/mf-xy/${version}/entry.js`, integrity: hash },
  exposes: { './routes': { scripts: [`/r/mf-xy/${version}/routes.js`], styles: [] }, './display': { scripts: [`/r/mf-xy/${version}/display.js`], styles: [] } },
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [{ path: '/xys/*', expose: './routes' }],
  publishedAt,
  ...more,
})
const registry = {
  rev: 7,
  shell: { active: '1.0.0', versions: { '1.0.0': { assets: { scripts: [script], preload: [], styles: [] }, provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' }, publishedAt } } },
  remotes: {
    'mf-xy': { enabled: true, active: '1.1.0', lastGood: '1.0.0', versions: { '0.9.0': remote('0.9.0', {}), '1.0.0': remote('1.0.0', {}), '1.1.0': remote('1.1.0', { display: 'scoreboard' }) } },
    'mf-viewer': {
      enabled: true,
      active: '1.0.0',
      versions: { '1.0.0': { ...remote('1.0.0', {}), routes: [{ path: '/viewer/*', expose: './routes' }], page: { path: '/viewer/*', assets: { scripts: [script], preload: [], styles: [] }, provides: { shared: '1.0.0', react: '19.3.1' } } } },
    },
  },
}

let folder: string
const target = () => path.join(folder, 'static')
const read = (file: string) => readFile(path.join(target(), file), 'utf8')

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-export-'))
  for (const build of ['shell/1.0.0', 'mf-xy/0.9.0', 'mf-xy/1.0.0', 'mf-xy/1.1.0', 'mf-viewer/1.0.0']) {
    await mkdir(path.join(folder, 'r', build), { recursive: true })
    await writeFile(path.join(folder, 'r', build, 'page.js'), build)
  }
  await writeFile(path.join(folder, 'registry.json'), JSON.stringify(registry))
})
afterEach(() => rm(folder, { recursive: true }))

const run = () => exportSite({ deployFolder: folder, config: readConfig({ PUBLIC_URL: 'https://boards.example.com' }).pages, target: target() })

test('each section and board type is a page with its preloads, and none names one board or one nonce', async () => {
  expect(await run()).toEqual({ rev: 7, files: 4 })
  expect(await read('pages/xys.html')).toContain('/r/mf-xy/1.1.0/routes.js')
  expect(await read('pages/shell.html')).not.toContain('rel="preload" as="script" nonce="multiball-nonce" href="/r/mf-xy')
  const viewer = await read('pages/viewer-scoreboards.html')
  expect(viewer).toContain('/r/mf-xy/1.1.0/display.js')
  expect(viewer).not.toMatch(/\/api\/scoreboard|oembed/)
  for (const page of ['xys', 'shell', 'viewer', 'viewer-scoreboards']) {
    const nonces = new Set([...(await read(`pages/${page}.html`)).matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce))
    expect([...nonces]).toEqual([noncePlaceholder])
  }
})

test('the headers bring a nonce that nginx makes for each answer', async () => {
  await run()
  for (const kind of ['shell', 'viewer']) {
    const headers = await read(`headers/${kind}.conf`)
    expect(headers).toMatch(/^add_header content-security-policy ".*'nonce-\$request_id' 'strict-dynamic'.*";$/m)
    expect(headers).toMatch(/^add_header cache-control "no-store";$/m)
    expect(headers).not.toContain('localhost')
  }
})

test('versions that somebody may get are there, and what an open tab needs stays', async () => {
  await run()
  const there = (version: string) => existsSync(path.join(target(), 'site/r/mf-xy', version, 'page.js'))
  expect(['0.9.0', '1.0.0', '1.1.0'].map(there)).toEqual([false, true, true])
  const { lastGood: _, ...rest } = registry.remotes['mf-xy']
  await writeFile(path.join(folder, 'registry.json'), JSON.stringify({ ...registry, rev: 8, remotes: { ...registry.remotes, 'mf-xy': rest } }))
  expect(await run()).toMatchObject({ rev: 8 })
  expect(there('1.0.0')).toBe(true)
  expect(JSON.parse(await read('site/registry.json'))).toMatchObject({ rev: 8 })
})

test('where nothing is published it says what to do', async () => {
  await rm(path.join(folder, 'registry.json'))
  await expect(run()).rejects.toThrow(/npm run build/)
})
