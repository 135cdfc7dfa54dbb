import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyRegistry, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import { forget, promote, addVersion, addEmbed, addShell, rollback, rollbackPart } from './changes'
import { prunable, type Rev } from './prunable'
import { changeRegistry } from './registryFile'
import { pruneVersions } from '../remotes/pruneVersions'

const day = 86_400_000
const start = Date.parse('2026-01-01T00:00:00Z')
const record = (atDay: number): RemoteVersion => ({
  entry: { src: '/r/e.js', integrity: `sha384-${'A'.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt: new Date(start + atDay * day).toISOString(),
})

type Change = (registry: Registry) => Registry
const add =
  (version: string, atDay: number, percent?: number): Change =>
  (registry) =>
    addVersion(registry, 'mf-xy', version, record(atDay), percent)

/** The kept revisions after changes that were made on these days. */
function revsOf(...changes: [atDay: number, Change][]): Rev[] {
  let registry = emptyRegistry
  return changes.map(([atDay, change], at) => {
    registry = { ...change(registry), rev: at + 1 }
    return { registry, writtenAtMs: start + atDay * day }
  })
}

const threeVersions = revsOf([0, add('1.0.0', 0)], [10, add('1.1.0', 10)], [20, add('1.2.0', 20)])
const unusedCanary = revsOf([0, add('1.0.0', 0)], [5, add('1.1.0', 5, 0)])
const longActive = revsOf([0, add('1.0.0', 0)], [200, add('1.1.0', 200)], [201, add('1.2.0', 201)])
const takenBack = revsOf([0, add('1.0.0', 0)], [10, add('1.1.0', 10)], [11, (registry) => rollback(registry, 'mf-xy')])
const canaryOver = revsOf(
  [0, add('1.0.0', 0)],
  [10, add('1.1.0', 10, 5)],
  [50, (registry) => promote(registry, 'mf-xy', '1.1.0', 0)],
)

test.each<[string, Rev[], number, string[]]>([
  ['what ran before the last two goes 90 days after it stopped being the last good one', threeVersions, 111, ['1.0.0']],
  ['not a day earlier', threeVersions, 109, []],
  ['the active and the last good version never go', threeVersions, 9999, ['1.0.0']],
  ['a version that was active for long counts from its end, not from its publish', longActive, 250, []],
  ['and goes later', longActive, 292, ['1.0.0']],
  ['a version that nobody ever got counts from its publish', unusedCanary, 96, ['1.1.0']],
  ['a version that was taken back', takenBack, 102, ['1.1.0']],
  ['a canary counts until it was taken away', canaryOver, 139, []],
  ['and goes 90 days later', canaryOver, 141, ['1.1.0']],
  ['nothing where nothing was published', [], 1000, []],
])('%s', (_what, revs, atDay, versions) => {
  expect(prunable(revs, start + atDay * day)).toEqual(versions.map((version) => ({ remote: 'mf-xy', version })))
})

const shell = (atDay: number) => ({
  assets: { scripts: [], preload: [], styles: [] },
  provides: { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' },
  publishedAt: record(atDay).publishedAt,
})
const shellAt = (version: string, atDay: number): [number, Change] => [
  atDay,
  (registry) => addShell(registry, version, shell(atDay)),
]
const shells = [shellAt('1.0.0', 0), shellAt('1.1.0', 10), shellAt('1.2.0', 20)]

test.each<[string, Rev[], number, string[]]>([
  ['goes 90 days after a rollback would last have brought it back', revsOf(...shells), 111, ['1.0.0']],
  ['not a day earlier', revsOf(...shells), 109, []],
  ['that runs, and that a rollback would bring back, never goes', revsOf(...shells), 9999, ['1.0.0']],
  [
    'that was taken back goes 90 days later',
    revsOf(...shells, [30, (registry) => rollbackPart(registry, 'shell')]),
    121,
    ['1.2.0'],
  ],
])('a version of the shell %s', (_what, revs, atDay, versions) => {
  expect(prunable(revs, start + atDay * day)).toEqual(versions.map((version) => ({ remote: 'shell', version })))
})

test('what is forgotten of the shell leaves the order of the others, and nothing that is in use', () => {
  const { registry } = revsOf(...shells).at(-1)!
  expect(Object.keys(forget(registry, [{ remote: 'shell', version: '1.0.0' }]).shell!.versions)).toEqual([
    '1.1.0',
    '1.2.0',
  ])
  expect(() => forget(registry, [{ remote: 'shell', version: '1.1.0' }])).toThrow('shell 1.1.0 is in use')
})

test('every version of the embed stays, since partners may have pinned it', () => {
  const embed =
    (version: string): Change =>
    (registry) =>
      addEmbed(registry, version, { files: {}, provides: {}, publishedAt: record(0).publishedAt } as never)
  expect(prunable(revsOf([0, embed('1.0.0')], [1, embed('1.1.0')], [2, embed('1.2.0')]), start + 9999 * day)).toEqual(
    [],
  )
})

test('what a publish or a prune left that was killed goes as well, once it is old', async () => {
  const deploy = mkdtempSync(path.join(tmpdir(), 'multiball-prune-'))
  const put = (place: string, atDay: number) => {
    mkdirSync(path.join(deploy, place), { recursive: true })
    utimesSync(path.join(deploy, place), new Date(start + atDay * day), new Date(start + atDay * day))
  }
  await changeRegistry(deploy, add('1.0.0', 0))
  const [known, forgotten, maps, draft, young] = [
    'r/mf-xy/1.0.0',
    'r/mf-xy/0.9.0',
    'maps/mf-xy/0.9.0',
    'r/mf-zz/1.0.0.draft',
    'r/mf-xy/1.1.0',
  ]
  for (const place of [known, forgotten, maps, draft]) put(place, 0)
  put(young, 90)
  const lines: string[] = []
  await pruneVersions(deploy, 90, start + 91 * day, (line) => lines.push(line))
  expect([known, forgotten, maps, draft, young].filter((place) => existsSync(path.join(deploy, place)))).toEqual([
    known,
    young,
  ])
  expect(lines.sort()).toEqual([
    ...[maps, forgotten, draft].map((place) => `${path.join(deploy, place)}, which belongs to no version, is removed`),
    'Registry rev 1',
  ])
  rmSync(deploy, { recursive: true })
})
