import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { emptyRegistry, type Registry } from '@multiball/shared/schema'
import { integrityOf, writeFileHashes } from '../disk/fileHashes'
import { changedFiles, checkHosts } from './deployed'

let folder: string
const write = (file: string, content: string | Buffer) => writeFileSync(path.join(folder, file), content)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-changed-'))
  for (const file of ['entry.js', '511.chunk.js']) write(file, `${file} as published`)
  writeFileHashes(folder)
  for (const file of ['entry.js', '511.chunk.js']) write(`${file}.br`, brotliCompressSync(`${file} as published`))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each<[string, () => void, RegExp[]]>([
  ['nothing was changed', () => {}, []],
  [
    'a chunk was replaced',
    () => write('511.chunk.js', 'throw 1'),
    [/^511\.chunk\.js is not the file that was published/],
  ],
  [
    'what is sent of a chunk was replaced',
    () => write('511.chunk.js.br', brotliCompressSync('throw 1')),
    [/^511\.chunk\.js\.br is not/],
  ],
  ['what is sent of it cannot be read', () => write('511.chunk.js.br', 'half'), [/^511\.chunk\.js\.br is not/]],
  ['a file is gone', () => rmSync(path.join(folder, 'entry.js')), [/^entry\.js is not/]],
  ['nobody wrote down hashes', () => rmSync(path.join(folder, 'files.json')), []],
])('SHP-02 %s', (_what, change, problems) => {
  change()
  expect(changedFiles(folder)).toEqual(problems.map((problem) => expect.stringMatching(problem)))
})

describe('the pages that load remotes', () => {
  const publishedAt = '2026-01-01T00:00:00Z'
  const provides = { shell: '1.0.0', shared: '1.0.0', react: '19.3.1' }
  const { shell: _shell, ...provided } = provides
  const script = (name: string, version: string, file: string) => ({
    src: `/r/${name}/${version}/${file}`,
    integrity: integrityOf(`${file} of ${version}`),
  })
  const ofShell = (version: string) => ({
    assets: { scripts: [script('shell', version, 'page.js')], preload: [], styles: [] },
    provides,
    publishedAt,
  })
  const ofEmbed = (version: string) => ({
    files: { 'board.js': script('embed', version, 'board.js'), 'host.js': script('embed', version, 'host.js') },
    provides: provided,
    publishedAt,
  })
  const registry: Registry = {
    ...emptyRegistry,
    shell: { active: '1.1.0', versions: { '1.0.0': ofShell('1.0.0'), '1.1.0': ofShell('1.1.0') } },
    embed: { active: '1.1.0', versions: { '1.0.0': ofEmbed('1.0.0'), '1.1.0': ofEmbed('1.1.0') } },
  }
  const at = (name: string, version: string, file: string) => path.join(folder, 'r', name, version, file)

  beforeEach(() => {
    for (const version of ['1.0.0', '1.1.0']) {
      for (const [name, file] of [
        ['shell', 'page.js'],
        ['embed', 'board.js'],
        ['embed', 'host.js'],
      ] as const) {
        mkdirSync(path.dirname(at(name, version, file)), { recursive: true })
        writeFileSync(at(name, version, file), `${file} of ${version}`)
      }
      for (const name of ['shell', 'embed']) writeFileHashes(path.dirname(at(name, version, 'x')))
    }
  })

  test('SHP-02 check holds the shell that runs and every version of the embed, which partners may have pinned', () => {
    const named = (wanted = {}) =>
      checkHosts(registry, folder, wanted).map(
        ({ remote, version, standing, problems }) => `${remote} ${version} ${standing} ${problems.length}`,
      )
    expect(named()).toEqual(['shell 1.1.0 active 0', 'embed 1.0.0 kept 0', 'embed 1.1.0 active 0'])
    expect(named({ remote: 'shell', version: '1.0.0' })).toEqual(['shell 1.0.0 kept 0'])
    expect(named({ remote: 'mf-xy' })).toEqual([])
    expect(checkHosts(emptyRegistry, folder)).toEqual([])
  })

  test.each<[string, () => void, RegExp[]]>([
    [
      'a script was replaced',
      () => writeFileSync(at('embed', '1.0.0', 'host.js'), 'throw 1'),
      [/^host\.js has another hash than the registry says/, /^host\.js is not the file that was published/],
    ],
    [
      'a script was replaced, and its hash beside it',
      () => (
        writeFileSync(at('shell', '1.1.0', 'page.js'), 'throw 1'),
        writeFileHashes(path.dirname(at('shell', '1.1.0', 'x')))
      ),
      [/^page\.js has another hash than the registry says/],
    ],
    ['a script is gone', () => rmSync(at('shell', '1.1.0', 'page.js')), [/page\.js is missing\. Put it back/]],
  ])('SHP-02 check notices when %s', (_what, change, problems) => {
    change()
    expect(checkHosts(registry, folder).flatMap((one) => one.problems)).toEqual(
      problems.map((problem) => expect.stringMatching(problem)),
    )
  })
})
