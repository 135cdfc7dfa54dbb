import { createHash } from 'node:crypto'
import type { PublishedBoardType, RemoteVersion } from '@multiball/shared/schema'
import { ofDisplays, ofRoutes, type HostPage } from '../registry/hostPages'
import { artefactProblems, budgetBytes, sizeOf, type Files } from './artefact'

const contents: Record<string, string> = {
  'entry.js': 'entry',
  'routes.js': 'routes',
  'common.js': 'common',
  'display.js': 'display',
  'display.css': '.a{}',
}
const files = (changes: Record<string, string | undefined> = {}, bytes = 1000): Files => {
  const all = { ...contents, ...changes }
  return { read: (file) => (all[file] === undefined ? undefined : Buffer.from(all[file])), sentBytes: () => bytes }
}
const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
const integrity = hashOf('entry')
const at = (...names: string[]) => names.map((name) => `/r/mf-xy/1.0.0/${name}`)
const record: RemoteVersion = {
  entry: { src: '/r/mf-xy/1.0.0/entry.js', integrity },
  exposes: {
    './routes': { scripts: at('routes.js', 'common.js'), styles: [] },
    './display': { scripts: at('display.js', 'common.js'), styles: at('display.css') },
  },
  requires: { shared: '^1.2.0', react: '^19.0.0' },
  routes: [{ path: '/xy/*', expose: './routes' }],
  display: 'scoreboard',
  publishedAt: '2026-01-01T00:00:00Z',
}
const boardType: PublishedBoardType = {
  name: 'taplist',
  path: 'tap-lists',
  singular: 'tap list',
  plural: 'tap lists',
  purpose: 'What is on tap.',
  feeds: {},
  moments: {},
  example: {},
  version: 1,
  changes: {},
  gridCell: false,
  settings: { src: '/r/mf-xy/1.0.0/settings.json', integrity: hashOf('{}') },
}
const page = (shared: string, isLoaded: HostPage['isLoaded']): HostPage => ({
  name: `the page with ${shared}`,
  provides: { shell: '1.0.0', shared, react: '19.3.1' },
  isLoaded,
})
const shell = (shared: string) => page(shared, ofRoutes)
const viewer = (shared: string) => page(shared, ofDisplays)

test.each<[string, Partial<RemoteVersion>, Files, HostPage[], RegExp[]]>([
  ['a version that is whole', {}, files(), [shell('1.2.0')], []],
  ['a file that is missing', {}, files({ 'common.js': undefined }), [shell('1.2.0')], [/common\.js is named/]],
  [
    'an entry that was changed',
    {},
    files({ 'entry.js': 'forged' }),
    [shell('1.2.0')],
    [/not the file that was published/],
  ],
  ['a board type', { boardType }, files({ 'settings.json': '{}' }), [shell('1.2.0')], []],
  ['a board type without its settings', { boardType }, files(), [shell('1.2.0')], [/settings\.json is named/]],
  [
    'settings that were changed',
    { boardType },
    files({ 'settings.json': '{"type":"string"}' }),
    [shell('1.2.0')],
    [/settings file of its board type is not the file/],
  ],
  [
    'a route whose expose was not built',
    { routes: [{ path: '/xy/*', expose: './pages' }] },
    files(),
    [shell('1.2.0')],
    [/\.\/pages, which was not built/],
  ],
  [
    'a display that was not built',
    { exposes: { './routes': record.exposes['./routes']! } },
    files(),
    [shell('1.2.0')],
    [/without \.\/display/],
  ],
  ['too much', {}, files({}, budgetBytes / 4), [shell('1.2.0')], [/75 KB compressed, and at most 60 KB/]],
  ['just enough', {}, files({}, budgetBytes / 5), [shell('1.2.0')], []],
  [
    'SHP-18 what no page provides',
    {},
    files(),
    [shell('1.1.0'), viewer('2.0.0')],
    [
      /It would not run: it requires shared \^1\.2\.0, and the page with 1\.1\.0 has 1\.1\.0\. Lower "requires"/,
      /the page with 2\.0\.0/,
    ],
  ],
  [
    'SHP-18 what one of the pages that load it does not provide',
    {},
    files(),
    [shell('1.3.0'), viewer('1.1.0')],
    [/would not run: .*the page with 1\.1\.0/],
  ],
  [
    'SHP-18 what the dashboard does not provide to a panel on Home',
    { routes: [], home: './routes' },
    files(),
    [shell('1.1.0')],
    [/would not run: /],
  ],
  [
    'what a page does not provide that does not load it',
    { display: undefined },
    files(),
    [shell('1.3.0'), viewer('1.1.0')],
    [],
  ],
  ['no page yet', {}, files(), [], []],
])('%s', (_what, changes, given, hosts, problems) => {
  expect(artefactProblems({ ...record, ...changes }, given, hosts)).toEqual(
    problems.map((problem) => expect.stringMatching(problem)),
  )
})

test('a file that two exposes share weighs once', () => {
  expect(sizeOf(record, files({}, 10))).toBe(50)
})
