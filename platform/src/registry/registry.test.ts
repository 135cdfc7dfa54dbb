import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { emptyRegistry, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import {
  afterRollback,
  forget,
  isWaiting,
  promote,
  promotePart,
  addVersion,
  addShell,
  rollback,
  rollbackPart,
  setEnabled,
} from './changes'
import { mustBeLoadable } from './mustBeLoadable'
import { ChangeRefused } from '../command/refused'
import { changedBy, listHistory, type KeptRev } from './history'
import { changeRegistry, isPublished, readRegistry, readRevs } from './registryFile'
import { rollbackOnce } from './rollbackOnce'

const version = (hash = 'A'): RemoteVersion => ({
  entry: { src: '/r/mf-x/entry.js', integrity: `sha384-${hash.repeat(64)}` },
  exposes: {},
  requires: { shared: '^1.0.0', react: '^19.0.0' },
  routes: [],
  publishedAt: '2026-01-01T00:00:00Z',
})

describe('changes', () => {
  const once = addVersion(emptyRegistry, 'mf-xy', '1.0.0', version())
  const twice = addVersion(once, 'mf-xy', '1.1.0', version('B'))

  test('a publish becomes active, and what ran before is the last good version', () => {
    expect(once.remotes['mf-xy']).toMatchObject({ active: '1.0.0', enabled: true })
    expect(once.remotes['mf-xy']!.lastGood).toBeUndefined()
    expect(twice.remotes['mf-xy']).toMatchObject({ active: '1.1.0', lastGood: '1.0.0' })
  })

  test('a rollback makes the version before active, and never falls back on what it took back', () => {
    expect(rollback(twice, 'mf-xy').remotes['mf-xy']).toMatchObject({ active: '1.0.0', lastGood: undefined })
  })

  test('a canary leaves the active version alone, and a rollback takes it back first', () => {
    const tried = addVersion(twice, 'mf-xy', '1.2.0', version('C'), 5)
    expect(tried.remotes['mf-xy']).toMatchObject({
      active: '1.1.0',
      lastGood: '1.0.0',
      canary: { version: '1.2.0', percent: 5 },
    })
    const back = rollback(tried, 'mf-xy').remotes['mf-xy']!
    expect(back).toMatchObject({ active: '1.1.0', lastGood: '1.0.0' })
    expect(back.canary).toBeUndefined()
  })

  test('a canary grows, and ends as the active version or as nobody’s', () => {
    const tried = addVersion(twice, 'mf-xy', '1.2.0', version('C'), 5)
    expect(promote(tried, 'mf-xy', '1.2.0', 50).remotes['mf-xy']!.canary).toEqual({ version: '1.2.0', percent: 50 })
    expect(promote(tried, 'mf-xy', '1.2.0').remotes['mf-xy']).toEqual({
      ...tried.remotes['mf-xy'],
      canary: undefined,
      active: '1.2.0',
      lastGood: '1.1.0',
    })
    expect(promote(tried, 'mf-xy', '1.2.0', 0).remotes['mf-xy']).toEqual({
      ...tried.remotes['mf-xy'],
      canary: undefined,
    })
  })

  test.each<[string, (registry: Registry) => Registry, object | undefined]>([
    ['is stored, switched off', (registry) => registry, undefined],
    ['waits in its newest version', (registry) => addVersion(registry, 'mf-new', '1.0.1', version('B'), 0), undefined],
    ['goes to everybody with any share', (registry) => promote(registry, 'mf-new', '1.0.0', 5), { active: '1.0.0' }],
    [
      'goes to everybody in its next version',
      (registry) => addVersion(registry, 'mf-new', '1.0.1', version('B')),
      { active: '1.0.1' },
    ],
    ['goes to everybody as it is switched on', (registry) => setEnabled(registry, 'mf-new', true), { active: '1.0.0' }],
    [
      'waits again after a rollback',
      (registry) => rollback(promote(registry, 'mf-new', '1.0.0', 5), 'mf-new'),
      undefined,
    ],
    [
      'waits no more once an operator switched it off',
      (registry) => promote(setEnabled(promote(registry, 'mf-new', '1.0.0'), 'mf-new', false), 'mf-new', '1.0.0'),
      { enabled: false },
    ],
  ])('SHP-15 a first version for nobody %s', (_what, change, given) => {
    const after = change(addVersion(emptyRegistry, 'mf-new', '1.0.0', version(), 0))
    const remote = after.remotes['mf-new']!
    expect([isWaiting(remote), afterRollback(after, 'mf-new')]).toEqual([given === undefined, undefined])
    if (given) expect(remote).toMatchObject({ enabled: true, lastGood: undefined, ...given })
    else expect(remote.enabled).toBe(false)
  })

  test('a version published for nobody is known', () => {
    const known = addVersion(once, 'mf-xy', '1.1.0', version('B'), 0).remotes['mf-xy']!
    expect(known).toMatchObject({ active: '1.0.0' })
    expect(Object.keys(known.versions)).toEqual(['1.0.0', '1.1.0'])
  })

  test('forgotten versions are gone, the others stay', () => {
    const thrice = addVersion(twice, 'mf-xy', '1.2.0', version('C'))
    expect(Object.keys(forget(thrice, [{ remote: 'mf-xy', version: '1.0.0' }]).remotes['mf-xy']!.versions)).toEqual([
      '1.1.0',
      '1.2.0',
    ])
  })

  describe('of the shell', () => {
    const shell = (day: number, shared = '1.2.0') => ({
      assets: { scripts: [], preload: [], styles: [] },
      provides: { shell: '1.0.0', shared, react: '19.3.1' },
      publishedAt: `2026-01-0${day}T00:00:00Z`,
    })
    const one = addShell(once, '1.0.0', shell(1))
    const two = addShell(one, '1.1.0', shell(2))

    test('PLT-02 a rollback goes back to what was published before, and never forward', () => {
      expect([afterRollback(one, 'shell'), afterRollback(two, 'shell')]).toEqual([undefined, '1.0.0'])
      const back = rollbackPart(two, 'shell')
      expect(back.shell).toEqual({ ...two.shell, active: '1.0.0' })
      expect(() => rollbackPart(back, 'shell')).toThrow(/no earlier version/)
      expect(promotePart(back, 'shell', '1.1.0').shell!.active).toBe('1.1.0')
    })

    test('PLT-02 a version that was taken back is not what the next rollback goes to, unless somebody brought it back', () => {
      const back = rollbackPart(two, 'shell')
      expect(rollbackPart(addShell(back, '1.2.0', shell(3)), 'shell').shell!.active).toBe('1.0.0')
      const mended = addShell(back, '1.2.0', shell(3))
      const twiceBack = rollbackPart(addShell(rollbackPart(mended, 'shell'), '1.3.0', shell(4)), 'shell')
      expect(twiceBack.shell!.active).toBe('1.0.0')
      expect(() => rollbackPart(twiceBack, 'shell')).toThrow(/no earlier version/)
      const brought = addShell(promotePart(back, 'shell', '1.1.0'), '1.2.0', shell(3))
      expect(rollbackPart(brought, 'shell').shell!.active).toBe('1.1.0')
      expect(Object.keys(twiceBack.shell!.versions)).toHaveLength(4)
    })

    test('PLT-02 the order that says so is kept by the file', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'multiball-shell-'))
      await changeRegistry(folder, () => two)
      await changeRegistry(folder, (registry) => rollbackPart(registry, 'shell'))
      await changeRegistry(folder, (registry) => addShell(registry, '1.2.0', shell(3)))
      expect(afterRollback(readRegistry(folder), 'shell')).toBe('1.0.0')
      rmSync(folder, { recursive: true })
    })

    test('PLT-02 it goes nowhere where remotes that run would be lost, and has no canary', () => {
      const older = addShell(addShell(once, '1.0.0', shell(1, '0.9.0')), '1.1.0', shell(2))
      const withRoute = addVersion(older, 'mf-xy', '2.0.0', {
        ...version('B'),
        routes: [{ path: '/x/*', expose: './routes' }],
      })
      expect(() => mustBeLoadable('/nowhere', withRoute, rollbackPart(withRoute, 'shell'), 'shell')).toThrow(
        /would lose remotes that run now:\n {2}mf-xy 2\.0\.0 requires shared/,
      )
      expect(() => promotePart(two, 'shell', '1.0.0', 5)).toThrow(/no canary/)
      expect(() => promotePart(two, 'shell', '9.0.0')).toThrow(/no version 9\.0\.0/)
    })
  })

  test.each<[string, (registry: Registry) => Registry, RegExp]>([
    [
      'a promote of an unknown first version',
      (registry) => promote(addVersion(registry, 'mf-new', '1.0.0', version(), 0), 'mf-new', '9.9.9', 5),
      /Known: 1\.0\.0/,
    ],
    ['a canary of the active version', (registry) => promote(registry, 'mf-xy', '1.0.0', 5), /active already/],
    ['a share above 100', (registry) => promote(registry, 'mf-xy', '1.0.0', 101), /0 to 100/],
    [
      'a share that is no whole number',
      (registry) => promote(registry, 'mf-xy', '1.0.0', Number('five')),
      /whole number/,
    ],
    ['to forget a version in use', (registry) => forget(registry, [{ remote: 'mf-xy', version: '1.0.0' }]), /in use/],
    [
      'rollback of a page without an earlier version',
      (registry) =>
        rollback(
          addVersion(registry, 'mf-wall', '1.0.0', {
            ...version(),
            page: {
              path: '/wall/*',
              assets: { scripts: [], preload: [], styles: [] },
              provides: { shared: '1.0.0', react: '19.3.1' },
            },
          }),
          'mf-wall',
        ),
      /no earlier version/,
    ],
    [
      'rollback of what nobody has yet',
      (registry) => rollback(addVersion(registry, 'mf-new', '1.0.0', version(), 0), 'mf-new'),
      /Nobody gets mf-new yet.*promote mf-new 1\.0\.0/,
    ],
    ['promote of an unknown version', (registry) => promote(registry, 'mf-xy', '9.9.9'), /Known: 1\.0\.0/],
    ['disable of the shell', (registry) => setEnabled(registry, 'shell', false), /always on.*rollback shell/],
    ['disable of the embed', (registry) => setEnabled(registry, 'embed', false), /always on.*rollback embed/],
    ['disable of an unknown remote', (registry) => setEnabled(registry, 'mf-zz', false), /Publish it first/],
  ])('%s is refused and says what to do', (_what, change, sentence) => {
    expect(() => change(once)).toThrow(ChangeRefused)
    expect(() => change(once)).toThrow(sentence)
  })
})

describe('SHP-17 of two people who take back the same version, the second', () => {
  const shell = (day: number) => ({
    assets: { scripts: [], preload: [], styles: [] },
    provides: { shell: '1.0.0', shared: '1.2.0', react: '19.3.1' },
    publishedAt: `2026-01-0${day}T00:00:00Z`,
  })
  let folder: string
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'multiball-twice-'))
    for (const [day, name] of ['1.0.0', '1.1.0', '1.2.0'].entries()) {
      await changeRegistry(folder, (registry) =>
        addVersion(registry, 'mf-xy', name, version(), name === '1.2.0' ? 5 : 100),
      )
      await changeRegistry(folder, (registry) => addShell(registry, name, shell(day + 1)))
    }
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const back = (name = 'mf-xy', by = 'anna') =>
    changeRegistry(folder, (registry) => rollbackOnce(folder, registry, name), by)

  test.each([
    ['a canary', 'mf-xy', '1.1.0', '1.0.0'],
    ['the shell', 'shell', '1.1.0', '1.0.0'],
  ])('of %s changes nothing, and is told who was faster', async (_what, name, active, further) => {
    await back(name)
    await changeRegistry(folder, (registry) => addVersion(registry, 'mf-zz', '1.0.0', version()))
    await changeRegistry(folder, (registry) => addVersion(registry, 'mf-xy', '1.3.0', version(), 0))
    await expect(back(name, 'ben')).rejects.toThrow(
      `What came last of ${name} is taken back already, by anna in rev 7: everybody gets ${active}. Nothing was done. To go back further: npm run remotes -- promote ${name} ${further}`,
    )
    expect(readRegistry(folder).rev).toBe(9)
  })

  test('loses, also where both read the same registry; what is given to visitors afterwards can be taken back again', async () => {
    const answers = await Promise.allSettled([back(), back()])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await changeRegistry(folder, (registry) => promote(registry, 'mf-xy', '1.2.0'))
    expect((await back()).remotes['mf-xy']).toMatchObject({ active: '1.1.0' })
    await expect(back()).rejects.toThrow(
      'is taken back already, by anna in rev 9: everybody gets 1.1.0. Nothing was done.',
    )
  })
})

describe('SHP-14 of a version with a missing file', () => {
  const deploy = mkdtempSync(path.join(tmpdir(), 'multiball-whole-'))
  afterAll(() => rmSync(deploy, { recursive: true }))

  const at = (name: string): RemoteVersion => ({
    ...version(),
    entry: { ...version().entry, src: `/r/mf-xy/${name}/entry.js` },
  })
  const place = (name: string, file: string) => path.join(deploy, 'r/mf-xy', name, file)
  const put = (name: string) => {
    mkdirSync(place(name, ''), { recursive: true })
    for (const file of ['entry.js', '12.js', 'build.json']) writeFileSync(place(name, file), '')
    writeFileSync(place(name, 'files.json'), JSON.stringify({ 'entry.js': '', '12.js': '', 'build.json': '' }))
  }
  const known = addVersion(
    addVersion(addVersion(emptyRegistry, 'mf-xy', '1.0.0', at('1.0.0')), 'mf-xy', '1.1.0', at('1.1.0')),
    'mf-xy',
    '1.2.0',
    at('1.2.0'),
    5,
  )
  const held = (change: (registry: Registry) => Registry) => () => mustBeLoadable(deploy, known, change(known), 'mf-xy')
  beforeEach(() => ['1.0.0', '1.1.0', '1.2.0'].forEach(put))

  test.each<[string, (registry: Registry) => Registry, string]>([
    ['a promote', (registry) => promote(registry, 'mf-xy', '1.0.0'), '1.0.0'],
    ['a rollback', (registry) => rollback(promote(registry, 'mf-xy', '1.1.0', 0), 'mf-xy'), '1.0.0'],
    ['a greater share', (registry) => promote(registry, 'mf-xy', '1.2.0', 50), '1.2.0'],
    ['everybody', (registry) => promote(registry, 'mf-xy', '1.2.0'), '1.2.0'],
  ])('%s is refused, with the file', (_what, change, to) => {
    expect(held(change)).not.toThrow()
    for (const file of ['entry.js', '12.js']) {
      rmSync(place(to, file))
      expect(held(change)).toThrow(`${place(to, file)} is missing: mf-xy ${to} would not run.`)
      put(to)
    }
    rmSync(place(to, ''), { recursive: true })
    expect(held(change)).toThrow(`${place(to, 'entry.js')} is missing`)
  })

  test('it is switched on by nobody, and always taken back or switched off', () => {
    rmSync(place('1.1.0', 'entry.js'))
    const off = setEnabled(known, 'mf-xy', false)
    expect(() => mustBeLoadable(deploy, off, setEnabled(off, 'mf-xy', true), 'mf-xy')).toThrow(
      'mf-xy 1.1.0 would not run',
    )
    expect(held((registry) => rollback(registry, 'mf-xy'))).not.toThrow()
    expect(held((registry) => rollback(rollback(registry, 'mf-xy'), 'mf-xy'))).not.toThrow()
    expect(held((registry) => setEnabled(registry, 'mf-xy', false))).not.toThrow()
  })

  test('it counts as not published, so that its sources can be published again', async () => {
    await changeRegistry(deploy, () => known)
    expect(isPublished(deploy, 'mf-xy', '1.1.0')).toBe(true)
    rmSync(place('1.1.0', '12.js'))
    expect(isPublished(deploy, 'mf-xy', '1.1.0')).toBe(false)
  })
})

describe('SHP-18 of a version that does not fit the pages that are active', () => {
  const page = (shared: string) => ({
    assets: { scripts: [], preload: [], styles: [] },
    provides: { shell: '1.0.0', shared, react: '19.3.1' },
    publishedAt: '2026-01-01T00:00:00Z',
  })
  const needing = (shared: string, more: Partial<RemoteVersion> = {}): RemoteVersion => ({
    ...version(),
    requires: { shared, react: '^19.0.0' },
    routes: [{ path: '/x/*', expose: './routes' }],
    ...more,
  })
  const steps: ((registry: Registry) => Registry)[] = [
    (registry) => addShell(registry, '2.0.0', page('2.1.0')),
    (registry) => addVersion(registry, 'mf-xy', '1.0.0', needing('^1.4.0')),
    (registry) => addVersion(registry, 'mf-xy', '2.0.0', needing('^2.0.0')),
    (registry) => addVersion(registry, 'mf-xy', '2.2.0', needing('^2.2.0'), 0),
    (registry) => addVersion(registry, 'mf-wall', '2.2.0', needing('^2.2.0', { routes: [], display: 'scoreboard' })),
  ]
  const known = steps.reduce((registry, step) => step(registry), emptyRegistry)
  const held =
    (change: (registry: Registry) => Registry, before = known, name = 'mf-xy') =>
    () =>
      mustBeLoadable('/nowhere', before, change(before), name)

  test.each<[string, (registry: Registry) => Registry, string]>([
    [
      'a promote',
      (registry) => promote(registry, 'mf-xy', '1.0.0'),
      'mf-xy 1.0.0 would not run: it requires shared ^1.4.0, and the shell 2.0.0 has 2.1.0. Promote a version that fits, publish one, or switch it off until that page fits: npm run remotes -- disable mf-xy',
    ],
    [
      'a share of the visitors',
      (registry) => promote(registry, 'mf-xy', '2.2.0', 5),
      'mf-xy 2.2.0 would not run: it requires shared ^2.2.0, and the shell 2.0.0 has 2.1.0.',
    ],
    ['a rollback', (registry) => rollback(registry, 'mf-xy'), 'mf-xy 1.0.0 would not run'],
  ])('%s is refused, and says what to do', (_what, change, sentence) => {
    expect(held(change)).toThrow(ChangeRefused)
    expect(held(change)).toThrow(sentence)
  })

  test('while it is off it can be promoted, to go back together with the page, and is not switched on before that', () => {
    const off = setEnabled(known, 'mf-xy', false)
    const older = mustBeLoadable('/nowhere', off, promote(off, 'mf-xy', '1.0.0'), 'mf-xy')
    expect(held((registry) => setEnabled(registry, 'mf-xy', true), older)).toThrow('mf-xy 1.0.0 would not run')
    expect(
      held((registry) => setEnabled(registry, 'mf-xy', true), addShell(older, '1.0.0', page('1.4.0'))),
    ).not.toThrow()
  })

  test('a page is asked only for what it loads, and does not go back to where displays would be lost', () => {
    const viewer = (shared: string) =>
      needing('^1.0.0 || ^2.0.0', {
        routes: [],
        page: { path: '/viewer/*', assets: page(shared).assets, provides: page(shared).provides },
      })
    const walls = addVersion(
      addVersion(known, 'mf-viewer', '1.0.0', viewer('2.1.0')),
      'mf-viewer',
      '1.1.0',
      viewer('2.2.0'),
    )
    expect(
      held((registry) => setEnabled(registry, 'mf-wall', true), setEnabled(walls, 'mf-wall', false), 'mf-wall'),
    ).not.toThrow()
    expect(held((registry) => rollback(registry, 'mf-viewer'), walls, 'mf-viewer')).toThrow(
      'mf-viewer 1.0.0 would lose remotes that run now:\n  mf-wall 2.2.0 requires shared ^2.2.0',
    )
    expect(
      held((registry) => rollback(registry, 'mf-viewer'), setEnabled(walls, 'mf-wall', false), 'mf-viewer'),
    ).not.toThrow()
  })
})

describe('the registry file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-registry-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test('of changes made at once none is lost, and every rev is kept', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `mf-team${index}`)
    await Promise.all(
      names.map((name) => changeRegistry(folder, (registry) => addVersion(registry, name, '1.0.0', version()))),
    )
    const { rev, remotes } = readRegistry(folder)
    expect(rev).toBe(8)
    expect(Object.keys(remotes).sort()).toEqual(names)
    expect(readdirSync(path.join(folder, 'revs')).filter((name) => name.endsWith('.json'))).toHaveLength(8)
    expect(readRevs(folder).map(({ by }) => by)).toEqual(names.map(() => changedBy()))
  })

  test('a version without integrity is refused', async () => {
    const bare = { ...version(), entry: { src: '/r/x.js' } } as unknown as RemoteVersion
    await expect(changeRegistry(folder, (registry) => addVersion(registry, 'mf-bare', '1.0.0', bare))).rejects.toThrow(
      /integrity/,
    )
    expect(readRegistry(folder).rev).toBe(8)
  })

  test('SHP-12 a change that its history cannot be written of is not made, and leaves no drafts', async () => {
    const author = path.join(folder, 'revs/9.by')
    mkdirSync(author)
    await expect(
      changeRegistry(folder, (registry) => addVersion(registry, 'mf-new', '1.0.0', version())),
    ).rejects.toThrow()
    rmSync(author, { recursive: true })
    expect(readRegistry(folder).rev).toBe(8)
    expect(readRevs(folder)).toHaveLength(8)
    expect(
      [...readdirSync(folder), ...readdirSync(path.join(folder, 'revs'))].filter((name) =>
        name.endsWith(`.${process.pid}`),
      ),
    ).toEqual([])
  })

  // A file that every write to finds full; not every system has it.
  const full = '/dev/full'
  ;(existsSync(full) ? test : test.skip)('a full disk changes nothing, and the error says of which file', async () => {
    const draft = path.join(folder, `registry.json.${process.pid}`)
    symlinkSync(full, draft)
    await expect(
      changeRegistry(folder, (registry) => addVersion(registry, 'mf-new', '1.0.0', version())),
    ).rejects.toMatchObject({ code: 'ENOSPC', path: path.join(folder, 'registry.json') })
    expect(existsSync(draft)).toBe(false)
    expect(readRevs(folder)).toHaveLength(8)
    expect(readRegistry(folder).rev).toBe(8)
  })

  test('SHP-12 a revision that cannot be read any more is left out of the history, and stops no other command', () => {
    const kept = path.join(folder, 'revs/3.json')
    const text = readFileSync(kept, 'utf8')
    writeFileSync(kept, '{"rev":3,')
    const revs = readRevs(folder)
    writeFileSync(kept, text)
    expect(revs.map(({ registry }) => registry.rev)).toEqual([1, 2, 4, 5, 6, 7, 8])
    expect(listHistory(revs, '', 50)).toHaveLength(8)
  })

  test.each([
    [
      'half of it',
      (file: string) => writeFileSync(file, '{"rev":8,'),
      /registry\.json is not a registry that this version can read \(.*JSON.*\)/,
    ],
    [
      'something else',
      (file: string) => writeFileSync(file, '{"rev":"8"}'),
      /registry\.json is not a registry that this version can read \(rev: /,
    ],
    ['nothing', (file: string) => rmSync(file), /registry\.json is gone/],
  ])(
    'SHP-04 where %s is left of it, nothing is changed, and a sentence says what to put back',
    async (_what, harm, sentence) => {
      const file = path.join(folder, 'registry.json')
      const text = readFileSync(file, 'utf8')
      // A newer revision that is as broken is not offered.
      const newer = path.join(folder, 'revs/9.json')
      writeFileSync(newer, '{"rev":9,')
      harm(file)
      const change = changeRegistry(folder, (registry) => addVersion(registry, 'mf-new', '1.0.0', version()))
      await expect(change).rejects.toThrow(ChangeRefused)
      await expect(change).rejects.toThrow(sentence)
      await expect(change).rejects.toThrow(`cp ${path.join(folder, 'revs/8.json')} ${file}`)
      rmSync(newer)
      writeFileSync(file, text)
      expect(readRegistry(folder).rev).toBe(8)
    },
  )
})

test('SHP-04 a deploy folder that is a file, or whose registry may not be read, is not taken for an empty one, and none is made for a change that is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'multiball-registry-'))
  const file = path.join(folder, 'deploy')
  writeFileSync(file, '')
  for (const read of [readRegistry, readRevs])
    expect(() => read(file)).toThrow(`${file} is not a folder. Set DEPLOY_DIR as the server has it.`)
  await expect(changeRegistry(file, (registry) => registry)).rejects.toThrow(ChangeRefused)
  // A folder in the place of the file cannot be read by root either.
  mkdirSync(path.join(folder, 'registry.json'))
  expect(() => readRegistry(folder)).toThrow('EISDIR')
  rmSync(folder, { recursive: true })
  expect([readRegistry(folder), readRevs(folder)]).toEqual([emptyRegistry, []])
  await expect(changeRegistry(folder, (registry) => rollback(registry, 'mf-xy'))).rejects.toThrow(ChangeRefused)
  expect(existsSync(folder)).toBe(false)
})

test('SHP-12 the history says of each change when, by whom and what, newest first', () => {
  const steps: [by: string | undefined, change: (registry: Registry) => Registry][] = [
    [undefined, (registry) => addVersion(registry, 'mf-xy', '1.0.0', version())],
    ['anna', (registry) => addVersion(registry, 'mf-xy', '1.1.0', version('B'), 10)],
    ['anna', (registry) => promote(registry, 'mf-xy', '1.1.0', 50)],
    ['ben', (registry) => rollback(registry, 'mf-xy')],
    ['ben', (registry) => promote(registry, 'mf-xy', '1.1.0')],
    ['ben', (registry) => registry],
    ['carl', (registry) => rollback(registry, 'mf-xy')],
    ['carl', (registry) => setEnabled(registry, 'mf-xy', false)],
    ['carl', (registry) => addVersion(registry, 'mf-zz', '2.0.0', version('C'))],
    ['carl', (registry) => forget(registry, [{ remote: 'mf-xy', version: '1.1.0' }])],
  ]
  let registry = emptyRegistry
  const revs = steps.map(([by, change], index): KeptRev => {
    registry = { ...change(registry), rev: index + 1 }
    return { registry, by, writtenAtMs: Date.UTC(2026, 10, 24, 10, index) }
  })
  const columns = (lines: string[]) => lines.map((line) => line.trim().split(/ {2,}/))
  expect(columns(listHistory(revs, '', 50))).toEqual([
    ['rev 10', '2026-11-24 10:09', 'carl', 'mf-xy', 'removed 1.1.0'],
    ['rev 9', '2026-11-24 10:08', 'carl', 'mf-zz', 'published 2.0.0; active 2.0.0'],
    ['rev 8', '2026-11-24 10:07', 'carl', 'mf-xy', 'switched off'],
    ['rev 7', '2026-11-24 10:06', 'carl', 'mf-xy', 'active 1.0.0, before 1.1.0'],
    ['rev 5', '2026-11-24 10:04', 'ben', 'mf-xy', 'active 1.1.0, before 1.0.0'],
    ['rev 4', '2026-11-24 10:03', 'ben', 'mf-xy', 'canary 1.1.0 taken back'],
    ['rev 3', '2026-11-24 10:02', 'anna', 'mf-xy', 'canary 1.1.0 for 50 %'],
    ['rev 2', '2026-11-24 10:01', 'anna', 'mf-xy', 'published 1.1.0; canary 1.1.0 for 10 %'],
    ['rev 1', '2026-11-24 10:00', 'not noted', 'mf-xy', 'published 1.0.0; active 1.0.0'],
  ])
  expect(columns(listHistory(revs, 'mf-zz', 50)).map(([rev]) => rev)).toEqual(['rev 9'])
  expect(columns(listHistory(revs, '', 2)).map(([rev]) => rev)).toEqual(['rev 10', 'rev 9'])
  // Where older revisions are gone, the oldest that is left has nothing to be compared with.
  expect(listHistory(revs.slice(7), '', 50)).toHaveLength(2)
})

test.each([
  [{ CHANGED_BY: 'release bot\n', GITHUB_ACTOR: 'anna' }, 'release bot'],
  [{ GITHUB_ACTOR: 'anna' }, 'anna'],
  [{ GITLAB_USER_LOGIN: 'ben' }, 'ben'],
  [{}, 'carl@host'],
  [{ CHANGED_BY: `\u001b[31m${'x'.repeat(200)}` }, `[31m${'x'.repeat(96)}`],
])('SHP-12 who changes it: %j', (environment, expected) => {
  expect(changedBy(environment as NodeJS.ProcessEnv, () => 'carl@host')).toBe(expected)
})

test('SHP-12 a user without a name is unknown', () => {
  expect(
    changedBy({} as NodeJS.ProcessEnv, () => {
      throw new Error('ENOENT')
    }),
  ).toBe('unknown')
})
