import { bucketOf, type PageConfig, type Registry } from '@multiball/shared/schema'
import { renderDocument } from './document'
import { covers, pageFor } from './pages.service'

const integrity = `sha384-${'A'.repeat(64)}`
const assets = (name: string) => ({
  scripts: [{ src: `/r/${name}/page.js`, integrity }],
  preload: [`/r/${name}/vendor.js`],
  styles: [],
})
const requires = { shared: '^1.0.0', react: '^19.0.0' }
const remote = (version: object) => ({ enabled: true, active: '1.0.0', versions: { '1.0.0': version } })

const registry = {
  rev: 3,
  shell: {
    active: '1.0.0',
    versions: {
      '1.0.0': {
        assets: assets('shell'),
        provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' },
        publishedAt: '2026-01-01T00:00:00Z',
      },
    },
  },
  remotes: {
    'mf-scoreboards': remote({
      entry: { src: '/r/mf-scoreboards/entry.js', integrity },
      exposes: {
        './routes': { scripts: ['/r/routes.js'], styles: ['/r/routes.css'] },
        './display': { scripts: ['/r/display.js'], styles: [] },
      },
      requires,
      routes: [{ path: '/scoreboards/*', expose: './routes' }],
      display: 'scoreboard',
      publishedAt: '2026-01-01T00:00:00Z',
    }),
    'mf-viewer': remote({
      entry: { src: '/r/mf-viewer/entry.js', integrity },
      exposes: {},
      requires,
      routes: [],
      page: { path: '/viewer/*', assets: assets('mf-viewer'), provides: { shared: '1.0.0', react: '19.3.1' } },
      publishedAt: '2026-01-01T00:00:00Z',
    }),
  },
} as Registry

const at = (path: string) => new URL(path, 'http://page')

const config: PageConfig = {
  apiHost: '',
  scoresHost: '',
  links: {},
  disabledSections: [],
  cookieDomains: [],
  winnerMachineTitle: '</script><script>',
  branding: 'Multiball',
  remoteOrigins: [],
  overrides: false,
}

test.each([
  ['/scoreboards/*', '/scoreboards', true],
  ['/scoreboards/*', '/scoreboards/12/edit', true],
  ['/scoreboards/*', '/scoreboardsx', false],
  ['/profile', '/profile', true],
  ['/profile', '/profile/x', false],
])('route %s covers path %s: %s', (route, path, expected) => {
  expect(covers(route, path)).toBe(expected)
})

test.each([
  ['/', 'shell', []],
  ['/scoreboards/add', 'shell', ['./routes']],
  ['/viewer/scoreboards/12', 'viewer', ['./display']],
  ['/viewer/leaderboards/12', 'viewer', []],
])('ACC-03 the page of %s is the %s, and names what its route needs at once: %j', (path, kind, exposes) => {
  const page = pageFor(registry, config, at(path))!
  expect(page.kind).toBe(kind)
  expect(page.upcoming.flatMap((upcoming) => upcoming.exposes)).toEqual(exposes)
})

test.each([
  ['/viewer/streamboards/12', true],
  ['/viewer/streamboards/12?debug=1', true],
  ['/viewer/streamboards/x', false],
  ['/viewer/scoreboards/12', false],
  ['/viewer/scoreboards/12?transparent=1', true],
  ['/viewer/scoreboards/12?transparent=0', false],
])('VST-01 KIO-11 the page of %s lies over footage, transparent and without words: %s', (path, expected) => {
  const html = renderDocument({ ...pageFor(registry, config, at(path))!, nonce: 'n' })
  expect(html.includes('<html lang="en" data-overlay>')).toBe(expected)
  expect(html.includes('Waiting for data...')).toBe(!expected)
  expect(html.includes('background:transparent')).toBe(expected)
  expect(html.includes('content="dark"')).toBe(!expected)
})

test('inlined JSON cannot close its element', () => {
  const html = renderDocument({ ...pageFor(registry, config, at('/'))!, nonce: 'n' })
  expect(html).not.toContain('</script><script>"')
  expect(html).toContain('\\u003c/script>')
})

test('a remote that is switched off is not preloaded', () => {
  const off = structuredClone(registry)
  off.remotes['mf-scoreboards']!.enabled = false
  expect(pageFor(off, config, at('/scoreboards'))!.upcoming).toEqual([])
})

test.each([
  ['https://elsewhere.example/entry.js', [], 0],
  ['//elsewhere.example/entry.js', [], 0],
  ['https://files.example/entry.js', ['https://files.example'], 1],
])('SHP-10 a remote at %s is preloaded only from the origins that pages load from: %j', (src, remoteOrigins, count) => {
  const moved = structuredClone(registry)
  moved.remotes['mf-scoreboards']!.versions['1.0.0']!.entry.src = src
  for (const path of ['/scoreboards', '/viewer/scoreboards/12'])
    expect(pageFor(moved, { ...config, remoteOrigins }, at(path))!.upcoming).toHaveLength(count)
})

test('the canary’s share gets its files, everybody else those of the active version; the page knows both', () => {
  const tried = structuredClone(registry)
  const remote = tried.remotes['mf-scoreboards']!
  const record = remote.versions['1.0.0']!
  remote.versions['1.1.0'] = { ...record, entry: { ...record.entry, src: '/r/mf-scoreboards/canary.js' } }
  remote.canary = { version: '1.1.0', percent: 50 }
  const visitors = Array.from({ length: 40 }, (_, index) => `visitor${index}`)
  const isLucky = (visitor: string) => bucketOf(visitor, 'mf-scoreboards') < 50
  const entryOf = (visitor?: string) =>
    pageFor(tried, config, at('/scoreboards'), visitor)!.upcoming.map(({ record }) => record.entry.src)
  expect(visitors.map(entryOf)).toEqual(
    visitors.map((visitor) => [isLucky(visitor) ? '/r/mf-scoreboards/canary.js' : '/r/mf-scoreboards/entry.js']),
  )
  expect(entryOf(undefined)).toEqual(['/r/mf-scoreboards/entry.js'])
  const inlined = pageFor(tried, config, at('/'), visitors.find(isLucky))!.registry.remotes['mf-scoreboards']!
  expect(inlined).toMatchObject({ active: '1.0.0', canary: { version: '1.1.0', percent: 50 } })
  expect(Object.keys(inlined.versions)).toEqual(['1.0.0', '1.1.0'])
})

test.each([
  ['/viewer/scoreboards/12', ['/api/scoreboard/12/bootstrap/']],
  ['/viewer/scoreboards/12?key=a%26b', ['/api/scoreboard/12/bootstrap/?key=a%26b']],
  ['/viewer/scoreboards/x', []],
  ['/scoreboards', []],
])('the page of %s asks for its data with its scripts: %j', (path, data) => {
  expect(pageFor(registry, config, at(path))!.data).toEqual(data)
})

test('VSS-01 the page of a slideshow, which has no bootstrap, asks for the slideshow itself', () => {
  const published = structuredClone(registry)
  const scoreboards = published.remotes['mf-scoreboards']!
  published.remotes['mf-slideshows'] = {
    ...scoreboards,
    versions: { '1.0.0': { ...scoreboards.versions['1.0.0']!, display: 'slideshow' } },
  }
  expect(pageFor(published, config, at('/viewer/slideshows/41?key=k1'))!.data).toEqual(['/api/slideshow/41/?key=k1'])
})

test('BTY-19 the page of a board of a type from a remote asks for its display and its data at the type’s own addresses', () => {
  const published = structuredClone(registry)
  const { versions } = published.remotes['mf-scoreboards']!
  const boardType = {
    name: 'taplist',
    path: 'tap-lists',
    singular: 'tap list',
    plural: 'tap lists',
    purpose: 'Beers',
    feeds: {},
    example: {},
    version: 1,
    changes: {},
    gridCell: false,
    settings: { src: '/r/mf-taps/settings.json', integrity },
  }
  published.remotes['mf-taps'] = remote({
    ...versions['1.0.0']!,
    display: 'taplist',
    boardType,
  }) as Registry['remotes'][string]
  expect(pageFor(published, config, at('/viewer/tap-lists/3?key=k'))).toMatchObject({
    data: ['/api/board/taplist/3/bootstrap/?key=k'],
    upcoming: [{ exposes: ['./display'] }],
  })
  published.remotes['mf-taps']!.enabled = false
  expect(pageFor(published, config, at('/viewer/tap-lists/3'))).toMatchObject({ upcoming: [], data: [] })
})

test('BTY-18 a page knows a board type from the registry, and not how its stored settings change', () => {
  const published = structuredClone(registry)
  const boardType = {
    name: 'taplist',
    path: 'tap-lists',
    singular: 'tap list',
    plural: 'tap lists',
    purpose: 'Beers',
    feeds: {},
    example: { beer: 'Pils' },
    version: 2,
    changes: { 2: [{ change: 'drop' as const, field: 'wine' }] },
    gridCell: true,
    settings: { src: '/r/mf-taps/settings.json', integrity },
  }
  published.remotes['mf-taps'] = remote({
    ...published.remotes['mf-scoreboards']!.versions['1.0.0']!,
    boardType,
  }) as Registry['remotes'][string]
  const { versions } = pageFor(published, config, at('/'))!.registry.remotes['mf-taps']!
  expect(Object.values(versions)).toEqual([expect.objectContaining({ boardType: { ...boardType, changes: {} } })])
})

test('a page carries the versions that it may load, not every one that is kept', () => {
  const kept = structuredClone(registry)
  const remote = kept.remotes['mf-scoreboards']!
  const record = remote.versions['1.0.0']!
  kept.remotes['mf-scoreboards'] = {
    ...remote,
    active: '1.2.0',
    lastGood: '1.1.0',
    versions: { '1.0.0': record, '1.1.0': record, '1.2.0': record },
  }
  const { registry: inlined } = pageFor(kept, config, at('/'))!
  expect(Object.keys(inlined.remotes['mf-scoreboards']!.versions).sort()).toEqual(['1.1.0', '1.2.0'])
  expect(inlined.rev).toBe(kept.rev)
})
