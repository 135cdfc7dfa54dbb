import type { RemoteManifest } from '@multiball/shared/schema'
import { addresses } from './askDeployment'

const manifest = (changes: Partial<RemoteManifest>): RemoteManifest => ({
  routes: [{ path: '/xy/*', expose: './routes' }],
  exposes: {},
  requires: { shared: '^2.0.0', react: '^19.0.0' },
  ...changes,
})
const origin = 'https://boards.example.com'

test('SHP-06 a dev server says where its pages are, and where its boards', () => {
  expect(
    addresses(origin, [
      {
        served: 'mf-scoreboards:3001',
        manifest: manifest({
          display: 'scoreboard',
          navigation: { label: 'Scoreboards', path: '/scoreboards', icon: 'x', order: 1 },
        }),
      },
    ]),
  ).toEqual([
    expect.stringContaining('Open https://boards.example.com/scoreboards?mf-dev=mf-scoreboards:3001 '),
    expect.stringMatching(/https:\/\/boards\.example\.com\/viewer\/scoreboards\/1\?mf-dev=mf-scoreboards:3001$/),
  ])
})

test.each([
  ['a remote without a display', [manifest({})], '/xy', 1],
  ['several', [manifest({}), manifest({ display: 'slideshow' })], '/xy', 2],
  ['a remote without pages', [manifest({ routes: [] })], '/', 1],
])('SHP-06 %s', (_what, manifests, section, lines) => {
  const said = addresses(
    origin,
    manifests.map((one, at) => ({ served: `mf-${at}:300${at}`, manifest: one })),
  )
  expect(said).toHaveLength(lines)
  expect(said[0]).toContain(`Open ${origin}${section}?mf-dev=mf-0:3000`)
})
