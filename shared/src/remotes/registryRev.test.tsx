import { FakeServer } from '@multiball/shared/testing'
import { ownRev } from './readRegistry'
import { findNewerRev } from './registryRev'

let server: FakeServer
beforeEach(() => {
  server = new FakeServer()
  const registry = document.createElement('script')
  registry.id = 'mb-registry'
  registry.type = 'application/json'
  registry.textContent = '{"rev":4,"remotes":{}}'
  document.head.append(registry)
})
afterEach(() => {
  server.close()
  document.getElementById('mb-registry')?.remove()
})

const offline = () => {
  throw new TypeError('offline')
}

test.each<[string, () => object, boolean, number | undefined]>([
  ['a newer one', () => ({ rev: 5 }), true, 5],
  ['one that was put back', () => ({ rev: 3 }), true, 3],
  ['a newer one that changes nothing here', () => ({ rev: 5 }), false, undefined],
  ['the page’s own', () => ({ rev: 4 }), true, undefined],
  ['none', () => ({}), true, undefined],
  ['silence', offline, true, undefined],
])('KIO-04 of %s the rev is told: %#', async (_what, answer, isNewer, expected) => {
  server.on('GET', '/registry.json', answer)
  expect(await findNewerRev(() => isNewer)).toBe(expected)
})

test('a page without a registry has no rev, and asks for none', async () => {
  document.getElementById('mb-registry')?.remove()
  expect([ownRev(), await findNewerRev(() => true)]).toEqual([undefined, undefined])
})
