import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RemoteManifest } from '@multiball/shared/schema'
import * as v from 'valibot'
import { askDeployment } from './askDeployment'

let server: Server
let answers: Record<string, unknown>
let origin: string

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const body = answers[url]
    response.statusCode = body === undefined ? 404 : 200
    response.end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const registry = (shared: string) => ({
  rev: 1,
  shell: {
    active: '1.0.0',
    versions: {
      '1.0.0': {
        assets: { scripts: [], preload: [], styles: [] },
        provides: { shell: '1.0.0', shared, react: '19.3.1' },
        publishedAt: '2026-01-01T00:00:00Z',
      },
    },
  },
  remotes: {},
})
const pinned = { src: '/r/mf-taps/1.0.0/entry.js', integrity: `sha384-${'A'.repeat(64)}` }
const manifest: RemoteManifest = { routes: [], exposes: {}, requires: { shared: '^1.2.0', react: '^19.0.0' } }

const boardType = v.parse(RemoteManifest, {
  ...manifest,
  boardType: {
    name: 'taplist',
    path: 'tap-lists',
    singular: 'tap list',
    plural: 'tap lists',
    purpose: 'What is on tap.',
    settings: './src/settings.ts',
    example: {},
  },
}).boardType!

test('SHP-06 that the deployment does not know a board type is said with what to do, until a version is stored there', async () => {
  const ask = () => askDeployment(origin, [{ name: 'mf-taps', manifest: { ...manifest, boardType } }])
  answers = { '/config.json': { overrides: true }, '/registry.json': registry('1.2.0') }
  expect(await ask()).toEqual([expect.stringMatching(/does not know the board type taplist yet.*publish --percent 0/)])
  const { version: _counted, ...words } = boardType
  const record = {
    entry: pinned,
    exposes: {},
    requires: manifest.requires,
    routes: [],
    boardType: { ...words, settings: pinned },
    publishedAt: '2026-01-01T00:00:00Z',
  }
  answers['/registry.json'] = {
    ...registry('1.2.0'),
    remotes: { 'mf-taps': { enabled: false, active: '1.0.0', lastGood: '1.0.0', versions: { '1.0.0': record } } },
  }
  expect(await ask()).toEqual([])
})

test.each<[string, Record<string, unknown>, RegExp[]]>([
  ['all is well', { '/config.json': { overrides: true }, '/registry.json': registry('1.2.0') }, []],
  [
    'overrides are not allowed',
    { '/config.json': {}, '/registry.json': registry('1.2.0') },
    [/lets nobody change what is loaded.*OVERRIDES=1/],
  ],
  [
    'the shell is older than what the remote requires',
    { '/config.json': { overrides: true }, '/registry.json': registry('1.1.0') },
    [/mf-xy requires shared \^1\.2\.0, and the shell there has 1\.1\.0/],
  ],
  ['it is something else', {}, [/does not answer \(HTTP 404\).*npm start/]],
])('%s', async (_what, given, expected) => {
  answers = given
  expect(await askDeployment(origin, [{ name: 'mf-xy', manifest }])).toEqual(
    expected.map((sentence) => expect.stringMatching(sentence)),
  )
})
