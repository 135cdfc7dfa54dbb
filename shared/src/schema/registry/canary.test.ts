import { makeRemoteVersion } from '@multiball/shared/testing'
import { bucketOf, hasCanary, registryFor, visitorOf } from './canary'
import type { Registry } from './registry'

const version = makeRemoteVersion()
const versions = { '1.0.0': version, '1.1.0': version, '0.9.0': version }
const withCanary = (percent: number): Registry => ({
  rev: 1,
  remotes: {
    'mf-xy': { enabled: true, active: '1.0.0', lastGood: '0.9.0', canary: { version: '1.1.0', percent }, versions },
  },
})
const visitors = Array.from({ length: 5000 }, (_, at) => `visitor${at.toString(36)}`)
const versionFor = (registry: Registry, visitor?: string) => registryFor(registry, visitor).remotes['mf-xy']!.active

test.each([1, 5, 25, 50, 99])('of all visitors %i percent get the canary', (percent) => {
  const share =
    (visitors.filter((visitor) => versionFor(withCanary(percent), visitor) === '1.1.0').length / visitors.length) * 100
  expect(Math.abs(share - percent)).toBeLessThan(2)
})

test('who had the canary keeps it when its share grows', () => {
  const had = visitors.filter((visitor) => versionFor(withCanary(10), visitor) === '1.1.0')
  expect(had.filter((visitor) => versionFor(withCanary(30), visitor) !== '1.1.0')).toEqual([])
})

test('the canaries of two remotes meet different visitors', () => {
  const both = visitors.filter((visitor) => bucketOf(visitor, 'mf-one') < 10 && bucketOf(visitor, 'mf-two') < 10)
  expect(both.length / visitors.length).toBeLessThan(0.02)
})

test('a visitor without an id gets the active version, and its last good one', () => {
  expect(registryFor(withCanary(99), undefined).remotes['mf-xy']).toEqual({
    enabled: true,
    active: '1.0.0',
    lastGood: '0.9.0',
    versions,
  })
})

test('a canary that cannot be loaded falls back on what everyone else runs', () => {
  const lucky = visitors.find((visitor) => bucketOf(visitor, 'mf-xy') < 50)
  expect(registryFor(withCanary(50), lucky).remotes['mf-xy']).toEqual({
    enabled: true,
    active: '1.1.0',
    lastGood: '1.0.0',
    versions,
  })
})

test('a canary whose version is not in the registry is nobody’s', () => {
  const gone = withCanary(99)
  gone.remotes['mf-xy']!.canary = { version: '7.0.0', percent: 99 }
  expect(visitors.filter((visitor) => versionFor(gone, visitor) !== '1.0.0')).toEqual([])
})

test.each([
  ['mb-visitor=0123456789abcdef', '0123456789abcdef'],
  ['token=x; mb-visitor=0123456789abcdef; other=1', '0123456789abcdef'],
  ['other-mb-visitor=0123456789abcdef', undefined],
  ['mb-visitor=<script>', undefined],
  ['mb-visitor=', undefined],
  ['', undefined],
])('the id in the cookies %j is %j', (cookies, id) => {
  expect(visitorOf(cookies)).toBe(id)
})

test.each([
  [withCanary(5), true],
  [registryFor(withCanary(5), undefined), false],
])('hasCanary (%#)', (registry, expected) => {
  expect(hasCanary(registry)).toBe(expected)
})
