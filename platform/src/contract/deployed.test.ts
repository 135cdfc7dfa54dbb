import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import { lostBy } from '../registry/hostPages'

const record = (shared: string): RemoteVersion => ({
  entry: { src: '/r/e.js', integrity: `sha384-${'A'.repeat(64)}` },
  exposes: {},
  requires: { shared, react: '^19.0.0' },
  routes: [{ path: '/xy/*', expose: './routes' }],
  publishedAt: '2026-01-01T00:00:00Z',
})
const versions = { '1.0.0': record('^2.0.0'), '1.1.0': record('^2.0.0 || ^3.0.0'), '1.2.0': record('^2.4.0') }
const registry = (remote: Partial<Registry['remotes'][string]>): Registry => ({
  rev: 1,
  remotes: { 'mf-xy': { enabled: true, active: '1.1.0', versions, ...remote } },
})
const shell = (shared: string) => ({
  name: `shell with ${shared}`,
  provides: { shell: '1.0.0', shared, react: '19.1.0' },
})

test.each<[string, Partial<Registry['remotes'][string]>, string, RegExp[]]>([
  ['one that runs with both majors', {}, '3.0.0', []],
  [
    'one of the major before',
    { active: '1.0.0' },
    '3.0.0',
    [/^mf-xy 1\.0\.0 requires shared \^2\.0\.0, and shell with 3\.0\.0 has 3\.0\.0$/],
  ],
  ['a canary of the major before', { canary: { version: '1.2.0', percent: 5 } }, '3.0.0', [/mf-xy 1\.2\.0/]],
  ['one that is switched off', { active: '1.0.0', enabled: false }, '3.0.0', []],
  [
    'one that needs a later minor, as after a shell that went back',
    { active: '1.2.0' },
    '2.3.0',
    [/mf-xy 1\.2\.0 requires shared \^2\.4\.0/],
  ],
])('SHP-01 a page is not published that would lose %s', (_what, remote, shared, lost) => {
  expect(lostBy(shell(shared), registry(remote), () => true)).toEqual(lost.map((line) => expect.stringMatching(line)))
})

test('SHP-01 what a page never loads it cannot lose', () => {
  expect(lostBy(shell('3.0.0'), registry({ active: '1.0.0' }), ({ display }) => display !== undefined)).toEqual([])
})
