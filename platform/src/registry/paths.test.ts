import { readdirSync, existsSync } from 'node:fs'
import path from 'node:path'
import { emptyRegistry, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import { root } from '../disk/paths'
import { createRemote } from '../remotes/createRemote'
import { readManifest } from '../webpack/manifest'
import { addVersion, rollback, setEnabled } from './changes'
import { mustBeLoadable } from './mustBeLoadable'
import { checkPaths } from './paths'

const version = (route: string): RemoteVersion => ({
  entry: { src: '/r/mf-xy/entry.js', integrity: `sha384-${'A'.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [{ path: route, expose: './routes' }],
  publishedAt: '2026-01-01T00:00:00Z',
})
const registry = addVersion(emptyRegistry, 'mf-prizes', '1.0.0', version('/prizes/*'))

test.each(['/api/*', '/profile', '/viewer/prizes', '/embed/*', '/tv/:code', '/*', '/', '/:any/*'])(
  'the path %s is no remote’s',
  (route) => {
    expect(() => checkPaths(emptyRegistry, 'mf-xy', [{ path: '/xys/*' }, { path: route }])).toThrow(
      /belongs to Multiball itself|takes? addresses of all others/,
    )
  },
)

test('a path is one remote’s, until that one is off', () => {
  for (const route of ['/prizes/*', '/prizes'])
    expect(() => checkPaths(registry, 'mf-xy', [{ path: route }])).toThrow('belongs to mf-prizes')
  for (const route of ['/prize/*', '/prizes-won'])
    expect(() => checkPaths(registry, 'mf-xy', [{ path: route }])).not.toThrow()
  expect(() => checkPaths(registry, 'mf-prizes', [{ path: '/prizes/*' }])).not.toThrow()
  expect(() => checkPaths(setEnabled(registry, 'mf-prizes', false), 'mf-xy', [{ path: '/prizes/*' }])).not.toThrow()
})

test('a remote is not switched on again while another one has its path', () => {
  const on = (before: Registry) =>
    mustBeLoadable('/nowhere', before, setEnabled(before, 'mf-prizes', true), 'mf-prizes')
  const both = addVersion(setEnabled(registry, 'mf-prizes', false), 'mf-raffles', '1.0.0', version('/prizes/*'))
  expect(() => on(both)).toThrow(
    'The path /prizes/* belongs to mf-raffles. Choose another one in remote.json, or switch mf-raffles off first',
  )
  expect(on(setEnabled(both, 'mf-raffles', false)).remotes['mf-prizes']!.enabled).toBe(true)
})

test('SHP-19 nor does it go back to a path that another one took after it had moved', () => {
  const moved = addVersion(registry, 'mf-prizes', '2.0.0', version('/rewards/*'))
  const back = (before: Registry) => mustBeLoadable('/nowhere', before, rollback(before, 'mf-prizes'), 'mf-prizes')
  expect(back(moved).remotes['mf-prizes']!.active).toBe('1.0.0')
  expect(() => back(addVersion(moved, 'mf-raffles', '1.0.0', version('/prizes/*')))).toThrow(
    'The path /prizes/* belongs to mf-raffles.',
  )
})

test('every remote of ours may have its paths', () => {
  const names = readdirSync(root).filter(
    (name) => name.startsWith('mf-') && existsSync(path.join(root, name, 'remote.json')),
  )
  const all = names.reduce((now, name) => {
    const { routes } = readManifest(path.join(root, name))
    checkPaths(now, name, routes)
    return addVersion(now, name, '1.0.0', { ...version('/'), routes })
  }, emptyRegistry)
  expect(Object.keys(all.remotes)).toEqual(names)
})

test.each(['mf-profile', 'mf-reset-password'])('no remote is created as %s', async (name) => {
  await expect(createRemote(name, {}, () => {})).rejects.toThrow('belongs to Multiball itself')
  expect(existsSync(path.join(root, name))).toBe(false)
})
