import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyRegistry, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import { ChangeRefused, promote, publish, rollback, setEnabled } from './changes'
import { changeRegistry, readRegistry } from './registryFile'

const version = (hash = 'A'): RemoteVersion => ({
  entry: { src: '/r/mf-x/entry.js', integrity: `sha384-${hash.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt: '2026-01-01T00:00:00Z',
})

describe('changes', () => {
  const once = publish(emptyRegistry, 'mf-xy', '1.0.0', version())
  const twice = publish(once, 'mf-xy', '1.1.0', version('B'))

  test('a publish becomes active, and what ran before is the last good version', () => {
    expect(once.remotes['mf-xy']).toMatchObject({ active: '1.0.0', enabled: true })
    expect(once.remotes['mf-xy']!.lastGood).toBeUndefined()
    expect(twice.remotes['mf-xy']).toMatchObject({ active: '1.1.0', lastGood: '1.0.0' })
  })

  test('a rollback makes the version before active, and never falls back on what it took back', () => {
    expect(rollback(twice, 'mf-xy').remotes['mf-xy']).toMatchObject({ active: '1.0.0', lastGood: undefined })
  })

  test.each<[string, (registry: Registry) => Registry, RegExp]>([
    ['rollback without an earlier version', (registry) => rollback(registry, 'mf-xy'), /disable mf-xy/],
    ['promote of an unknown version', (registry) => promote(registry, 'mf-xy', '9.9.9'), /Known: 1\.0\.0/],
    ['disable of an unknown remote', (registry) => setEnabled(registry, 'mf-zz', false), /Publish it first/],
  ])('%s is refused and says what to do', (_what, change, sentence) => {
    expect(() => change(once)).toThrow(ChangeRefused)
    expect(() => change(once)).toThrow(sentence)
  })
})

describe('the registry file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-registry-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('of changes made at once none is lost, and every rev is kept', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `mf-team${index}`)
    await Promise.all(names.map((name) => changeRegistry(folder, (registry) => publish(registry, name, '1.0.0', version()))))
    const { rev, remotes } = readRegistry(folder)
    expect(rev).toBe(8)
    expect(Object.keys(remotes).sort()).toEqual(names)
    expect(readdirSync(path.join(folder, 'revs'))).toHaveLength(8)
  })

  test('a version without integrity is refused', async () => {
    const bare = { ...version(), entry: { src: '/r/x.js' } } as unknown as RemoteVersion
    await expect(changeRegistry(folder, (registry) => publish(registry, 'mf-bare', '1.0.0', bare))).rejects.toThrow(/integrity/)
    expect(readRegistry(folder).rev).toBe(8)
  })
})
