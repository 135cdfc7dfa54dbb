import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Remote } from '@multiball/shared/schema'
import { registryStore } from '../../../ground/registry/registry.store'
import { publishVersion, writeRegistry } from '../../../testing/publishType'
import { BoardTypes } from './types'

let folder: string
beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'multiball-types-'))))
afterEach(() => rm(folder, { recursive: true }))

const text = { type: 'string' }
type Version = Remote['versions'][string]

const publish = (
  remote: string,
  name: string,
  properties: Record<string, unknown> = { note: text },
  more: Parameters<typeof publishVersion>[4] | object = {},
  version = '1.0.0',
) => publishVersion(folder, remote, version, name, { properties, ...more })
const running = (version: Version, more: Partial<Remote> = {}): Remote => ({
  enabled: true,
  active: '1.0.0',
  versions: { '1.0.0': version },
  ...more,
})

function follow() {
  const said: string[] = []
  let now = 0
  const types = new BoardTypes({
    registry: registryStore(folder),
    deployFolder: folder,
    onRefused: ({ message }) => said.push(message),
    elapsed: () => now,
  })
  return { types, said, names: async () => [...(await types.all()).keys()], wait: (ms: number) => (now += ms) }
}

describe('board types of remotes', () => {
  test('BTY-06 come and go with the registry', async () => {
    const { types, names, said } = follow()
    expect(await names()).toEqual([])
    const taps = running(await publish('mf-taps', 'taplist'))
    await writeRegistry(folder, { 'mf-taps': taps })
    expect(await names()).toEqual(['taplist'])
    expect((await types.atPath('taplist-boards'))?.remote).toBe('mf-taps')
    expect((await types.get('taplist'))?.read({ note: 'Stout' })).toEqual({ settings: { note: 'Stout' }, version: 1 })
    await writeRegistry(folder, { 'mf-taps': { ...taps, enabled: false } })
    expect((await types.get('taplist'))?.isAvailable).toBe(false)
    await writeRegistry(folder, {})
    expect([await names(), said]).toEqual([[], []])
  })

  test('BTY-06 stay known where the version that runs has the type no more, and a canary’s before it runs', async () => {
    const { types } = follow()
    const withType = await publish('mf-taps', 'taplist')
    const { boardType: _boardType, ...without } = withType
    await writeRegistry(folder, {
      'mf-taps': { enabled: true, active: '1.1.0', versions: { '1.0.0': withType, '1.1.0': without } },
    })
    expect(await types.get('taplist')).toMatchObject({ isAvailable: false })
  })

  test.each<[string, (version: Version) => Promise<Version>, RegExp]>([
    [
      'missing',
      async (version) => (await rm(path.join(folder, version.boardType!.settings.src)), version),
      /settings\.json is missing/,
    ],
    [
      'another than was published',
      async (version) => (await writeFile(path.join(folder, version.boardType!.settings.src), '{}'), version),
      /hash is wrong/,
    ],
    [
      'huge',
      async (version) => (
        await writeFile(path.join(folder, version.boardType!.settings.src), ' '.repeat(65_537)),
        version
      ),
      /larger than 64 KiB/,
    ],
    [
      'elsewhere',
      async (version) => ({
        ...version,
        boardType: {
          ...version.boardType!,
          settings: { ...version.boardType!.settings, src: '/r/mf-taps/../../../etc/passwd' },
        },
      }),
      /not a published file/,
    ],
    [
      'on another server',
      async (version) => ({
        ...version,
        boardType: {
          ...version.boardType!,
          settings: { ...version.boardType!.settings, src: 'https://example.com/settings.json' },
        },
      }),
      /not a published file/,
    ],
    ['refused', () => publish('mf-taps', 'taplist', { note: { $ref: '#' } }), /uses \$ref/],
  ])('BTY-07 a type whose schema is %s is not there and is said so once, the others are', async (_, spoil, why) => {
    const { names, said } = follow()
    await writeRegistry(folder, {
      'mf-taps': running(await spoil(await publish('mf-taps', 'taplist'))),
      'mf-hours': running(await publish('mf-hours', 'hours', { from: text })),
    })
    expect(await names()).toEqual(['hours'])
    expect(await names()).toEqual(['hours'])
    expect(said).toEqual([expect.stringMatching(why)])
    expect(said[0]).toMatch(/^The board type of mf-taps is not there: /)
  })

  test('BTY-07 a file that was late is found after a while, without a change of the registry', async () => {
    const { names, wait } = follow()
    const version = await publish('mf-taps', 'taplist')
    await rm(path.join(folder, version.boardType!.settings.src))
    await writeRegistry(folder, { 'mf-taps': running(version) })
    expect(await names()).toEqual([])
    await publish('mf-taps', 'taplist')
    expect(await names()).toEqual([])
    wait(10_000)
    expect(await names()).toEqual(['taplist'])
  })

  test('BTY-08 of two with one name or one address the first keeps it, by the name of its remote', async () => {
    const { types, names, said } = follow()
    await writeRegistry(folder, {
      'mf-zz': running(await publish('mf-zz', 'taplist')),
      'mf-aa': running(await publish('mf-aa', 'taplist')),
      'mf-bb': running(await publish('mf-bb', 'beers', {}, { type: { path: 'taplist-boards' } })),
      'mf-cc': running(await publish('mf-cc', 'games', {}, { type: { path: 'scoreboards' } })),
    })
    expect(await names()).toEqual(['taplist'])
    expect((await types.get('taplist'))?.remote).toBe('mf-aa')
    expect(said).toEqual([
      'The board type of mf-bb is not there: mf-aa is at /viewer/taplist-boards already',
      'The board type of mf-cc is not there: /viewer/scoreboards is taken',
      'The board type of mf-zz is not there: mf-aa has a type taplist already',
    ])
  })
})

describe('settings of a type with a canary', () => {
  const changes = { '2': [{ change: 'rename', from: 'note', to: 'remark' }] } as const
  const second = () =>
    publish(
      'mf-taps',
      'taplist',
      { remark: text, size: { type: 'integer' } },
      { required: ['remark'], type: { version: 2, changes } },
      '2.0.0',
    )

  async function withCanary() {
    const { types } = follow()
    const first = await publish('mf-taps', 'taplist', { note: text }, { required: ['note'] })
    const remote = { enabled: true, versions: { '1.0.0': first, '2.0.0': await second() } }
    const run = async (more: Pick<Remote, 'active' | 'canary' | 'lastGood'>) => (
      await writeRegistry(folder, { 'mf-taps': { ...remote, ...more } }),
      (await types.get('taplist'))!
    )
    return { run, trying: await run({ active: '1.0.0', canary: { version: '2.0.0', percent: 10 } }) }
  }

  test('BTY-09 what a canary’s form saves is taken as the canary has it, and read by both, also after a rollback', async () => {
    const { run, trying } = await withCanary()
    const saved = trying.read({ remark: 'Stout', size: 2 })
    expect(saved).toEqual({ settings: { remark: 'Stout', size: 2 }, version: 2 })
    expect(trying.fill({ remark: 'Stout', size: 2 }, 2)).toEqual({ settings: { note: 'Stout' } })
    const promoted = await run({ active: '2.0.0', lastGood: '1.0.0' })
    expect(promoted.fill({ note: 'Stout' }, 1)).toEqual({ settings: { remark: 'Stout' } })
    const back = await run({ active: '1.0.0' })
    expect(back.fill({ remark: 'Stout', size: 2 }, 2)).toEqual({ settings: { note: 'Stout' } })
  })

  test('BTY-09 what the running form saves is taken as it has it, and what neither takes is refused in its words', async () => {
    const { trying } = await withCanary()
    expect(trying.read({ note: 'Stout' })).toEqual({ settings: { note: 'Stout' }, version: 1 })
    expect(trying.read({})).toEqual({ errors: { note: ['This field is required'] } })
  })

  test('BTY-10 stored settings that no version takes are answered as they are, with what is wrong', async () => {
    const { trying } = await withCanary()
    expect(trying.fill({ other: 3 }, 1)).toEqual({
      settings: { other: 3 },
      errors: { note: ['This field is required'] },
    })
  })
})
