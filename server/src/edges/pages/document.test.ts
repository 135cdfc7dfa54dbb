import type { RemoteVersion } from '@multiball/shared/schema'
import { readConfig } from '../../ground/process/config'
import { renderDocument } from './document'

const integrity = `sha384-${'a'.repeat(64)}`
const record: RemoteVersion = {
  entry: { src: '/r/mf-xy/1.0.0/entry.js', integrity },
  exposes: { './routes': { scripts: ['/r/mf-xy/1.0.0/routes.js'], styles: ['/r/mf-xy/1.0.0/routes.css'] } },
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt: '2026-01-01T00:00:00Z',
}

test.each([
  ['viewer', false, 'dark'],
  ['viewer', true, 'only light'],
  ['frame', false, 'only light'],
  ['shell', false, 'light dark'],
] as const)(
  'KIO-11 browsers that darken every page leave what lies over footage its colours: %s, overlay %s',
  (kind, isOverlay, scheme) => {
    const html = renderDocument({
      kind,
      isOverlay,
      assets: { scripts: [], preload: [], styles: [] },
      upcoming: [],
      data: [],
      registry: { rev: 1, remotes: {} },
      config: readConfig({}).pages,
      provided: {},
      nonce: 'once',
    })
    expect(html).toContain(`<meta name="color-scheme" content="${scheme}">`)
  },
)

test('nothing of a remote stands in the way of the page: its files are fetched early and wait for nobody', () => {
  const html = renderDocument({
    kind: 'shell',
    assets: {
      scripts: [{ src: '/r/shell/1.0.0/page.js', integrity }],
      preload: [],
      styles: ['/r/shell/1.0.0/page.css'],
    },
    upcoming: [{ record, exposes: ['./routes'] }],
    data: [],
    registry: { rev: 1, remotes: {} },
    config: readConfig({}).pages,
    provided: {},
    hashes: new Map([
      ['/r/mf-xy/1.0.0/routes.js', 'sha384-chunk'],
      ['/r/mf-xy/1.0.0/routes.css', 'sha384-style'],
      ['/r/shell/1.0.0/page.css', 'sha384-page'],
    ]),
    nonce: 'once',
  })
  const named = (file: string) => html.split('\n').filter((line) => line.includes(file))
  for (const file of ['entry.js', 'routes.js', 'routes.css'])
    expect(named(`/r/mf-xy/1.0.0/${file}`)).toEqual([expect.stringMatching(/^<link rel="preload" /)])
  expect(named('/r/shell/1.0.0/page.css')).toEqual([expect.stringMatching(/^<link rel="stylesheet" /)])
  // As the page will ask for them: a preload without the hash would be fetched in vain.
  for (const [file, hash] of [
    ['routes.js', 'chunk'],
    ['routes.css', 'style'],
    ['page.css', 'page'],
  ] as const)
    expect(named(file)).toEqual([expect.stringContaining(`crossorigin="anonymous" integrity="sha384-${hash}"`)])
})
