import { emptyRegistry, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import { promote, addVersion, rollback } from '../registry/changes'
import { givenVersions, givingOnly } from './given'

const record = (day: number): RemoteVersion => ({
  entry: { src: '/r/e.js', integrity: `sha384-${'A'.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
})

type Change = (registry: Registry) => Registry
const add =
  (version: string, day: number, percent?: number): Change =>
  (registry) =>
    addVersion(registry, 'mf-xy', version, record(day), percent)

function after(...changes: Change[]): { registry: Registry; revs: Registry[] } {
  const revs = changes.reduce<Registry[]>((before, change) => [...before, change(before.at(-1) ?? emptyRegistry)], [])
  return { registry: revs.at(-1)!, revs }
}

test.each<[string, Change[], string[]]>([
  ['one version', [add('1.0.0', 1)], ['1.0.0 active']],
  ['a version for a share of the visitors', [add('1.0.0', 1), add('1.1.0', 2, 5)], ['1.0.0 active', '1.1.0 canary']],
  ['a version for nobody', [add('1.0.0', 1), add('1.1.0', 2, 0)], ['1.0.0 active', '1.1.0 given to nobody yet']],
  ['a first one for nobody', [add('1.0.0', 1, 0)], ['1.0.0 given to nobody yet']],
  [
    'a first one that everybody got',
    [add('1.0.0', 1, 0), (registry) => promote(registry, 'mf-xy', '1.0.0', 5)],
    ['1.0.0 active'],
  ],
  [
    'both',
    [add('1.0.0', 1), add('1.1.0', 2, 5), add('1.2.0', 3, 0)],
    ['1.0.0 active', '1.1.0 canary', '1.2.0 given to nobody yet'],
  ],
  ['an earlier one that was replaced', [add('1.0.0', 1), add('1.1.0', 2)], ['1.1.0 active']],
  [
    'one that was taken back',
    [add('1.0.0', 1), add('1.1.0', 2), (registry) => rollback(registry, 'mf-xy')],
    ['1.0.0 active'],
  ],
  [
    'a canary that was taken back',
    [add('1.0.0', 1), add('1.1.0', 2, 5), (registry) => rollback(registry, 'mf-xy')],
    ['1.0.0 active'],
  ],
  [
    'one for nobody that a later one made old',
    [add('1.0.0', 1), add('1.1.0', 2, 0), add('1.2.0', 3)],
    ['1.2.0 active'],
  ],
  [
    'two for nobody, of which the newer one counts',
    [add('1.0.0', 1), add('1.1.0', 2, 0), add('1.2.0', 3, 0)],
    ['1.0.0 active', '1.2.0 given to nobody yet'],
  ],
  [
    'one for nobody that became active',
    [add('1.0.0', 1), add('1.1.0', 2, 0), (registry) => promote(registry, 'mf-xy', '1.1.0')],
    ['1.1.0 active'],
  ],
])('SHP-02 what is checked: %s', (_what, changes, expected) => {
  const { registry, revs } = after(...changes)
  expect(givenVersions(registry, revs).map(({ version, standing }) => `${version} ${standing}`)).toEqual(expected)
})

test('SHP-02 a version is checked by its name, whoever has it, and it is said whether somebody ever had it', () => {
  const { registry, revs } = after(
    add('1.0.0', 1),
    add('1.0.1', 1, 0),
    add('1.1.0', 2),
    add('1.2.0', 3),
    add('1.3.0', 4, 5),
    (known) => rollback(known, 'mf-xy'),
    add('1.4.0', 5, 0),
  )
  const standing = (version: string) =>
    givenVersions(registry, revs, { remote: 'mf-xy', version }).map((one) => `${one.version} ${one.standing}`)
  expect(['1.0.0', '1.0.1', '1.1.0', '1.2.0', '1.3.0', '1.4.0'].flatMap(standing)).toEqual([
    '1.0.0 no longer given',
    '1.0.1 given to nobody yet',
    '1.1.0 before',
    '1.2.0 active',
    '1.3.0 no longer given',
    '1.4.0 given to nobody yet',
  ])
  expect(givenVersions(registry, revs, { remote: 'mf-zz' })).toEqual([])
})

test('SHP-02 nothing stands in for the version that is opened', () => {
  const { registry } = after(add('1.0.0', 1), add('1.1.0', 2), add('1.2.0', 3, 5))
  expect(givingOnly(registry, { remote: 'mf-xy', version: '1.2.0', standing: 'canary' }).remotes['mf-xy']).toEqual({
    enabled: true,
    active: '1.2.0',
    versions: registry.remotes['mf-xy']!.versions,
  })
})
