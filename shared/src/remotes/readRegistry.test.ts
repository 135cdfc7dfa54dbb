import { makeBoardType, makeRemoteVersion } from '@multiball/shared/testing'
import { readRegistry } from './readRegistry'

const version = makeRemoteVersion()
const healthy = { enabled: true, active: '1.0.0', versions: { '1.0.0': version } }
const registryWith = (remote: unknown) => ({ rev: 3, remotes: { 'mf-healthy': healthy, 'mf-broken': remote } })

test('a registry without faults is read as it is', () => {
  const given = registryWith(healthy)
  expect(readRegistry(given)).toEqual(given)
})

test.each<[string, unknown, object | undefined]>([
  [
    'a version without a hash keeps its place',
    { ...healthy, versions: { '1.0.0': { ...version, entry: { src: '/r/entry.js' } } } },
    { '1.0.0': { ...version, entry: { src: '/r/entry.js', integrity: '' } } },
  ],
  [
    'a version with a hash that is none',
    { ...healthy, versions: { '1.0.0': { ...version, entry: { src: '/r/entry.js', integrity: 'md5-x' } } } },
    { '1.0.0': { ...version, entry: { src: '/r/entry.js', integrity: '' } } },
  ],
  [
    'a version of a later schema is left out, the others stay',
    { ...healthy, versions: { '1.0.0': version, '2.0.0': { ...version, requires: '*' } } },
    { '1.0.0': version },
  ],
  ['a remote without an active version is left out', { enabled: true, versions: {} }, undefined],
])('%s, and other remotes are as they were', (_what, remote, versions) => {
  const { rev, remotes } = readRegistry(registryWith(remote))
  expect({ rev, healthy: remotes['mf-healthy'], versions: remotes['mf-broken']?.versions }).toEqual({
    rev: 3,
    healthy,
    versions,
  })
})

test('what a later server puts beside it is left alone', () => {
  const later = {
    ...healthy,
    canary: { version: '1.0.0', percent: 10, since: 'today' },
    mood: 'good',
    versions: { '1.0.0': { ...version, mood: 'good', routes: [{ path: '/xys', expose: './routes', mood: 'good' }] } },
  }
  expect(readRegistry(registryWith(later)).remotes['mf-broken']).toEqual(later)
})

test('a board type that was published without feeds has none', () => {
  const { feeds: _none, ...boardType } = makeBoardType()
  const typed = { ...healthy, versions: { '1.0.0': { ...version, boardType } } }
  expect(readRegistry(registryWith(typed)).remotes['mf-broken']?.versions['1.0.0']?.boardType?.feeds).toEqual({})
})

test('what is no registry is refused', () => {
  expect(() => readRegistry({ remotes: [] })).toThrow()
})
