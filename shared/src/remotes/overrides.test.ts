import type { Registry } from '@multiball/shared/schema'
import { makeRemoteVersion } from '@multiball/shared/testing'
import { devVersion } from './developerTab'
import { missingRecords, overridden, parseOverrides, type OverrideRecords } from './overrides'

const record = (src: string) => makeRemoteVersion({ entry: { src, integrity: `sha384-${'A'.repeat(64)}` } })
const registry: Registry = {
  rev: 1,
  remotes: {
    'mf-xy': {
      enabled: true,
      active: '1.1.0',
      lastGood: '1.0.0',
      versions: { '1.0.0': record('/old.js'), '1.1.0': record('/new.js') },
    },
  },
}
const nothing = { dev: {}, pin: {}, disable: [], refused: [] }

test.each([
  ['', undefined],
  ['?key=1', undefined],
  ['?mf-dev=', undefined],
  ['?mf-dev=mf-xy:3001', { ...nothing, dev: { 'mf-xy': 3001 } }],
  ['?mf-dev=mf-xy:3001,mf-zz:3002', { ...nothing, dev: { 'mf-xy': 3001, 'mf-zz': 3002 } }],
  ['?mf-pin=mf-xy@1.0.0-ab12', { ...nothing, pin: { 'mf-xy': '1.0.0-ab12' } }],
  ['?mf-disable=mf-xy,mf-zz', { ...nothing, disable: ['mf-xy', 'mf-zz'] }],
  ['?mf-disable=mf-xy&mf-pin=mf-zz@1.0.0', { ...nothing, disable: ['mf-xy'], pin: { 'mf-zz': '1.0.0' } }],
])('the query %j asks for %j', (search, overrides) => {
  expect(parseOverrides(search)).toEqual(overrides)
})

test.each([
  '?mf-dev=mf-xy:evil.example:80',
  '?mf-dev=mf-xy:3001@evil.example',
  '?mf-dev=mf-xy:3001/../..',
  '?mf-dev=mf-xy://evil.example',
  '?mf-dev=mf-xy@evil.example:3001',
  '?mf-dev=evil.example:3001',
  '?mf-dev=https%3A%2F%2Fevil.example%2Fentry.js',
  '?mf-dev=mf-xy:80',
  '?mf-dev=mf-xy:70000',
  '?mf-dev=__proto__:3001',
  '?mf-pin=mf-xy@https%3A%2F%2Fevil.example',
  '?mf-pin=mf-xy@latest',
  '?mf-pin=mf-xy',
  '?mf-disable=scoreboards',
])('%s is refused, and nothing else is left of it', (search) => {
  const overrides = parseOverrides(search)!
  expect(overrides.refused).toHaveLength(1)
  expect(overrides).toEqual({ ...nothing, refused: overrides.refused })
})

test.each<[string, string, OverrideRecords, { active: string; enabled: boolean; src: string | undefined }]>([
  [
    'a pin of a version that the page knows',
    '?mf-pin=mf-xy@1.0.0',
    {},
    { active: '1.0.0', enabled: true, src: '/old.js' },
  ],
  [
    'a pin of a version that was fetched',
    '?mf-pin=mf-xy@0.9.0',
    { 'mf-xy': { version: '0.9.0', record: record('/older.js') } },
    { active: '0.9.0', enabled: true, src: '/older.js' },
  ],
  [
    'a pin of a version that nobody published',
    '?mf-pin=mf-xy@7.0.0',
    {},
    { active: '1.1.0', enabled: true, src: '/new.js' },
  ],
  [
    'a build of this machine',
    '?mf-dev=mf-xy:3001',
    { 'mf-xy': { version: devVersion, record: record('/dev.js') } },
    { active: devVersion, enabled: true, src: '/dev.js' },
  ],
  [
    'a build of this machine that is not there',
    '?mf-dev=mf-xy:3001',
    {},
    { active: '1.1.0', enabled: true, src: '/new.js' },
  ],
  ['a remote that is switched off', '?mf-disable=mf-xy', {}, { active: '1.1.0', enabled: false, src: '/new.js' }],
])('%s', (_what, search, records, expected) => {
  const { active, enabled, versions } = overridden(registry, parseOverrides(search)!, records).remotes['mf-xy']!
  expect({ active, enabled, src: versions[active]?.entry.src }).toEqual(expected)
})

test('what was overridden never falls back on another version', () => {
  expect(overridden(registry, parseOverrides('?mf-pin=mf-xy@1.1.0')!, {}).remotes['mf-xy']!.lastGood).toBeUndefined()
})

test('a remote that is not in the registry comes from this machine', () => {
  const fresh = { 'mf-fresh': { version: devVersion, record: record('/dev.js') } }
  expect(overridden(registry, parseOverrides('?mf-dev=mf-fresh:3001')!, fresh).remotes['mf-fresh']).toMatchObject({
    enabled: true,
    active: devVersion,
  })
})

test.each([
  ['?mf-pin=mf-xy@1.0.0', []],
  ['?mf-pin=mf-xy@0.9.0', [{ remote: 'mf-xy', version: '0.9.0' }]],
  ['?mf-dev=mf-xy:3001', [{ remote: 'mf-xy', version: devVersion }]],
  ['?mf-disable=mf-xy', []],
])('%s has to fetch %j', (search, missing) => {
  expect(missingRecords(registry, parseOverrides(search)!, {})).toEqual(missing)
})
