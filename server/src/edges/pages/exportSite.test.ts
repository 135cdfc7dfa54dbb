import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyRegistry, Registry } from '@multiball/shared/schema'
import * as v from 'valibot'
import { readConfig } from '../../ground/process/config'
import { exportSite, noncePlaceholder } from './exportSite'
import { startLines, unknownSections } from './startCheck'

const hash = `sha384-${'a'.repeat(64)}`
const publishedAt = '2026-01-01T00:00:00Z'
const script = { src: '/r/shell/1.0.0/page.js', integrity: hash }
const remote = (version: string, more: object) => ({
  entry: { src: `/r/mf-xy/${version}/entry.js`, integrity: hash },
  exposes: {
    './routes': { scripts: [`/r/mf-xy/${version}/routes.js`], styles: [] },
    './display': { scripts: [`/r/mf-xy/${version}/display.js`], styles: [] },
  },
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [{ path: '/xys/*', expose: './routes' }],
  publishedAt,
  ...more,
})
const taps = {
  name: 'taplist',
  path: 'tap-lists',
  singular: 'tap list',
  plural: 'tap lists',
  purpose: 'What is on tap.',
  example: {},
  settings: { src: '/r/mf-taps/1.0.0/settings.json', integrity: hash },
}
const registry = {
  rev: 7,
  shell: {
    active: '1.0.0',
    versions: {
      '1.0.0': {
        assets: { scripts: [script], preload: [], styles: [] },
        provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' },
        publishedAt,
      },
    },
  },
  remotes: {
    'mf-xy': {
      enabled: true,
      active: '1.1.0',
      lastGood: '1.0.0',
      versions: {
        '0.9.0': remote('0.9.0', {}),
        '1.0.0': remote('1.0.0', {}),
        '1.1.0': remote('1.1.0', { display: 'scoreboard' }),
      },
    },
    'mf-taps': {
      enabled: true,
      active: '1.0.0',
      versions: { '1.0.0': { ...remote('1.0.0', { display: 'taplist', boardType: taps }), routes: [] } },
    },
    'mf-viewer': {
      enabled: true,
      active: '1.0.0',
      versions: {
        '1.0.0': {
          ...remote('1.0.0', {}),
          routes: [{ path: '/viewer/*', expose: './routes' }],
          page: {
            path: '/viewer/*',
            assets: { scripts: [script], preload: [], styles: [] },
            provides: { shared: '1.0.0', react: '19.3.1' },
          },
        },
      },
    },
  },
}

let folder: string
const target = () => path.join(folder, 'static')
const read = (file: string) => readFile(path.join(target(), file), 'utf8')

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'multiball-export-'))
  for (const build of [
    'shell/1.0.0',
    'mf-xy/0.9.0',
    'mf-xy/1.0.0',
    'mf-xy/1.1.0',
    'mf-taps/1.0.0',
    'mf-viewer/1.0.0',
  ]) {
    await mkdir(path.join(folder, 'r', build), { recursive: true })
    await writeFile(path.join(folder, 'r', build, 'page.js'), build)
  }
  await writeFile(path.join(folder, 'registry.json'), JSON.stringify(registry))
})
afterEach(() => rm(folder, { recursive: true }))

const run = (publicUrl = 'https://boards.example.com') =>
  exportSite({ deployFolder: folder, config: readConfig({ PUBLIC_URL: publicUrl }).pages, publicUrl, target: target() })

test('a target that cannot be written to is told in a sentence', async () => {
  await writeFile(target(), 'a file')
  await expect(run()).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^The site cannot be written to \/.+\/static: E/) as string,
  })
})

test('what root exports of a deploy folder that only the server may read, a static host may read', async () => {
  await chmod(path.join(folder, 'r/mf-xy/1.1.0'), 0o750)
  await chmod(path.join(folder, 'r/mf-xy/1.1.0/page.js'), 0o640)
  const mask = process.umask(0o027)
  try {
    await run()
  } finally {
    process.umask(mask)
  }
  const all = [target(), ...(await readdir(target(), { recursive: true })).map((file) => path.join(target(), file))]
  const closed = await Promise.all(
    all.map(async (file) => ((await stat(file)).mode & 0o004 ? [] : [path.relative(folder, file)])),
  )
  expect(all.length).toBeGreaterThan(20)
  expect(closed.flat()).toEqual([])
})

test('SHP-10 what is not as it was published is not exported, and the file is named', async () => {
  await run()
  const list = (text: string) =>
    JSON.stringify({ 'page.js': `sha384-${createHash('sha384').update(text).digest('base64')}` })
  await writeFile(path.join(folder, 'r/mf-viewer/1.0.0/files.json'), list('mf-viewer/1.0.0'))
  await run()
  await rm(path.join(target(), 'site/r/mf-viewer'), { recursive: true })
  await writeFile(path.join(folder, 'r/mf-viewer/1.0.0/page.js'), 'mf-viewer/1.0.1')
  await expect(run()).rejects.toThrow(
    /r\/mf-viewer\/1\.0\.0\/page\.js is not the file that was published\. Put it back/,
  )
  await writeFile(path.join(folder, 'r/mf-viewer/1.0.0/page.js'), 'mf-viewer/1.0.0')
  await run()
  await writeFile(path.join(target(), 'site/r/mf-viewer/1.0.0/page.js'), 'other')
  await expect(run()).rejects.toThrow(
    /site\/r\/mf-viewer\/1\.0\.0\/page\.js is not the file that was published\. Remove its folder/,
  )
})

test('SHP-10 a start names every file that is not as it was published, or gone, in versions that visitors may get', async () => {
  const hash = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
  for (const build of ['mf-xy/0.9.0', 'mf-xy/1.1.0'])
    await writeFile(
      path.join(folder, 'r', build, 'files.json'),
      JSON.stringify({ 'page.js': hash('other'), 'gone.woff2': hash('') }),
    )
  await writeFile(path.join(folder, 'r/mf-xy/1.0.0/files.json'), JSON.stringify({ 'page.js': hash('mf-xy/1.0.0') }))
  const lines = (await startLines(folder, v.parse(Registry, registry))).filter((line) => line.startsWith(folder))
  expect(lines.map((line) => line.split(' is not ')[0])).toEqual(
    ['page.js', 'gone.woff2'].map((file) => path.join(folder, 'r/mf-xy/1.1.0', file)),
  )
})

test('INS-11 a start names remotes that ask for another shared than the dashboard has, and a dashboard of another major than the server', async () => {
  const provides = { shell: '1.0.0', shared: '3.9.0', react: '19.0.0' }
  const shell = { active: '1.0.0', versions: { '1.0.0': { ...registry.shell.versions['1.0.0'], provides } } }
  const lines = await startLines(folder, v.parse(Registry, { ...registry, shell }))
  expect(lines.filter((line) => line.includes('shared'))).toEqual([
    expect.stringMatching(/^The dashboard is made for shared 3\.9\.0 and this server for \d+\.\d+\.\d+: /),
    expect.stringMatching(
      /^mf-xy 1\.1\.0 requires shared \^1\.0\.0, and the dashboard has 3\.9\.0: .* npm run remotes -- disable mf-xy$/,
    ),
    expect.stringMatching(/^mf-taps 1\.0\.0 requires shared \^1\.0\.0, /),
    expect.stringMatching(/^mf-viewer 1\.0\.0 requires shared \^1\.0\.0, /),
  ])
})

test.each([
  ['xys', []],
  ['XYs', []],
  ['viewer, taps', ['DISABLED_SECTIONS names taps, which the dashboard does not have. It has viewer, xys.']],
])('ACC-11 a start refuses sections to hide that there are not: %s', (disabled, refusals) => {
  expect(unknownSections(v.parse(Registry, registry), disabled.split(', '))).toEqual(refusals)
  // Nothing is published yet.
  expect(unknownSections(emptyRegistry, disabled.split(', '))).toEqual([])
})

test('each section and board type is a page with its preloads, and none names one board or one nonce', async () => {
  expect(await run()).toEqual({ rev: 7, files: 5 })
  expect(await read('pages/xys.html')).toContain('/r/mf-xy/1.1.0/routes.js')
  expect(await read('pages/shell.html')).not.toContain(
    'rel="preload" as="script" nonce="multiball-nonce" href="/r/mf-xy',
  )
  const viewer = await read('pages/viewer-scoreboards.html')
  expect(viewer).toContain('/r/mf-xy/1.1.0/display.js')
  expect(viewer).not.toMatch(/\/api\/scoreboard|oembed/)
  for (const page of ['xys', 'shell', 'viewer', 'viewer-scoreboards', 'viewer-tap-lists']) {
    const nonces = new Set(
      [...(await read(`pages/${page}.html`)).matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce),
    )
    expect([...nonces]).toEqual([noncePlaceholder])
  }
})

test('the headers bring a nonce that nginx makes for each answer', async () => {
  await run()
  for (const kind of ['shell', 'viewer']) {
    const headers = await read(`headers/${kind}.conf`)
    expect(headers).toMatch(/^add_header content-security-policy ".*'nonce-\$request_id' 'strict-dynamic'.*";$/m)
    expect(headers).toMatch(/^add_header cache-control "no-store";$/m)
    expect(headers).toMatch(/^add_header strict-transport-security "max-age=31536000";$/m)
    expect(headers).not.toContain('localhost')
  }
  await run('http://boards.example.com')
  expect(await read('headers/shell.conf')).not.toContain('strict-transport-security')
})

test('versions that somebody may get are there, and what an open tab needs stays', async () => {
  await run()
  const there = (version: string) => existsSync(path.join(target(), 'site/r/mf-xy', version, 'page.js'))
  expect(['0.9.0', '1.0.0', '1.1.0'].map(there)).toEqual([false, true, true])
  const { lastGood: _, ...rest } = registry.remotes['mf-xy']
  await writeFile(
    path.join(folder, 'registry.json'),
    JSON.stringify({ ...registry, rev: 8, remotes: { ...registry.remotes, 'mf-xy': rest } }),
  )
  expect(await run()).toMatchObject({ rev: 8 })
  expect(there('1.0.0')).toBe(true)
  expect(JSON.parse(await read('site/registry.json'))).toMatchObject({ rev: 8 })
})

test('SHP-10 a remote that is off has no page, nor the one of an earlier export', async () => {
  await run()
  const off = Object.fromEntries(
    Object.entries(registry.remotes).map(([name, one]) => [name, { ...one, enabled: name === 'mf-viewer' }]),
  )
  await writeFile(path.join(folder, 'registry.json'), JSON.stringify({ ...registry, remotes: off }))
  expect(await run()).toEqual({ rev: 7, files: 2 })
  const isThere = (page: string) => existsSync(path.join(target(), 'pages', `${page}.html`))
  expect(['shell', 'viewer', 'xys', 'viewer-scoreboards', 'viewer-tap-lists'].map(isThere)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('where nothing is published it says what to do', async () => {
  await rm(path.join(folder, 'registry.json'))
  await expect(run()).rejects.toThrow(/npm run build/)
})
