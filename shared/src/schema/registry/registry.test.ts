import * as v from 'valibot'
import { unmet } from './fit'
import { RemoteManifest } from './registry'

const manifest = (shared: string) => ({ routes: [], exposes: {}, requires: { shared, react: '^19.0.0' } })

test.each<[string, string, boolean]>([
  ['^2.1.0', '2.1.0', true],
  ['^2.1.0', '2.1.7', true],
  ['^2.1.3', '2.1.2', false],
  ['^2.1.0', '2.0.9', false],
  ['^2.1.0', '3.1.0', false],
  ['^2.1.0 || ^3.0.0', '2.4.0', true],
  ['^2.1.0 || ^3.0.0', '3.0.0', true],
  ['^2.1.0 || ^3.2.0', '3.0.0', false],
  ['^2.1.0 || ^3.0.0', '4.0.0', false],
])('SHP-01 %s is met by %s: %s', (shared, version, expected) => {
  expect(unmet({ shared, react: '^19.0.0' }, { shared: version, react: '19.1.0' })).toBe(
    expected ? undefined : 'shared',
  )
})

test.each(['^2.1.0', '^2.1.0 || ^3.0.0'])('SHP-01 %s may be required', (range) => {
  expect(v.is(RemoteManifest, manifest(range))).toBe(true)
})

test.each([
  '*',
  '2.1.0',
  '~2.0.0',
  '>=2',
  '^2',
  '^0.1.0',
  '^2.1.0 || *',
  '^1.0.0 || ^2.0.0 || ^3.0.0',
  '^2.0.0||^3.0.0',
])('SHP-01 %s may not', (range) => {
  expect(v.is(RemoteManifest, manifest(range))).toBe(false)
})
