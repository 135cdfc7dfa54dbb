import type { Registry, RemoteVersion } from '@multiball/shared/schema'
import { makeRemoteVersion } from '@multiball/shared/testing'
import { isNewer } from './registryRev'

const remote = (active: string, more: Partial<RemoteVersion> = {}, enabled = true) => ({
  enabled,
  active,
  versions: { [active]: makeRemoteVersion(more) },
})
const page = {
  path: '/viewer/*',
  assets: { scripts: [], preload: [], styles: [] },
  provides: { shared: '1.0.0', react: '19.3.1' },
}

const own: Registry = {
  rev: 4,
  remotes: {
    'mf-viewer': remote('1.0.0', { page }),
    'mf-scoreboards': remote('1.0.0', { display: 'scoreboard' }),
    'mf-leaderboards': remote('1.0.0', { display: 'leaderboard' }),
    'mf-clocks': remote('1.0.0'),
  },
}
const changed = (remotes: Registry['remotes']): Registry => ({ rev: 5, remotes: { ...own.remotes, ...remotes } })

test.each<[string, Registry, boolean]>([
  ['nothing', { ...own, rev: 5 }, false],
  ['a section that no screen shows', changed({ 'mf-clocks': remote('2.0.0') }), false],
  [
    'a display that the page does not show',
    changed({ 'mf-leaderboards': remote('2.0.0', { display: 'leaderboard' }) }),
    false,
  ],
  ['a new section', changed({ 'mf-maps': remote('1.0.0') }), false],
  ['its display', changed({ 'mf-scoreboards': remote('2.0.0', { display: 'scoreboard' }) }), true],
  [
    'its display, which was switched off',
    changed({ 'mf-scoreboards': remote('1.0.0', { display: 'scoreboard' }, false) }),
    true,
  ],
  ['the page itself', changed({ 'mf-viewer': remote('2.0.0', { page }) }), true],
  ['a display of a type that had none', changed({ 'mf-streams': remote('1.0.0', { display: 'streamboard' }) }), true],
])('KIO-04 a change of %s makes a newer page: %#', (_what, now, expected) => {
  expect(isNewer(own, now, ['mf-scoreboards'])).toBe(expected)
})
