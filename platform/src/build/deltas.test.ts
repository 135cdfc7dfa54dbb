import { createDCtx, decompressUsingDict } from '@bokuweb/zstd-wasm'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { cachedVersions, writeDeltas } from './deltas'
import { integrityOf } from '../disk/fileHashes'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'multiball-deltas-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** No two lines alike, as in a script that was minified. */
const script = (change: string) =>
  Array.from({ length: 400 }, (_, line) => createHash('sha256').update(String(line)).digest('base64')).join('\n') +
  change

function version(name: string, files: Record<string, string>): string {
  const place = path.join(folder, name)
  mkdirSync(place, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(place, file), text)
  return place
}

const listOf = (place: string) =>
  JSON.parse(readFileSync(path.join(place, 'deltas.json'), 'utf8')) as Record<string, string>

test('SHP-13 a file is there once more as what has changed of it, for each version that browsers hold, and makes the file again', async () => {
  const held = [
    version('1', { 'page.aaaaaaaa.js': script('1'), '511.aaaaaaaa.css': script('old'), 'a.woff2': 'a' }),
    version('2', { 'page.bbbbbbbb.js': script('2') }),
  ]
  const next = version('3', {
    'page.cccccccc.js': script('3'),
    '511.cccccccc.css': script('new'),
    'new.cccccccc.js': script('3'),
    'a.woff2': 'b',
  })
  await writeDeltas(next, held)

  const list = listOf(next)
  expect(
    Object.keys(list)
      .map((name) => name.replace(/\/.*\./, '/….'))
      .sort(),
  ).toEqual(['511.cccccccc.css.dcz/….css', 'page.cccccccc.js.dcz/….js', 'page.cccccccc.js.dcz/….js'])
  for (const [text, change] of [
    [script('1'), '3'],
    [script('2'), '3'],
  ] as const) {
    const hash = createHash('sha256').update(text).digest()
    const bytes = readFileSync(path.join(next, `page.cccccccc.js.dcz/${hash.toString('base64')}.js`))
    expect(integrityOf(bytes)).toBe(list[path.posix.normalize(`page.cccccccc.js.dcz/${hash.toString('base64')}.js`)])
    expect(bytes.length).toBeLessThan(100)
    expect([bytes.subarray(0, 8).toString('hex'), bytes.subarray(8, 40)]).toEqual(['5e2a4d1820000000', hash])
    expect(Buffer.from(decompressUsingDict(createDCtx(), bytes.subarray(40), Buffer.from(text))).toString()).toBe(
      script(change),
    )
  }
})

test('SHP-13 a delta that saves nothing is left out, and what another deploy folder had is replaced', async () => {
  const next = version('2', { 'page.bbbbbbbb.js': 'short', 'a.bbbbbbbb.js': script('2') })
  await writeDeltas(next, [version('1', { 'page.aaaaaaaa.js': 'short', 'a.aaaaaaaa.js': '' })])
  expect(listOf(next)).toEqual({})
  await writeDeltas(next, [version('1', { 'a.aaaaaaaa.js': script('1') })])
  expect(Object.keys(listOf(next))).toHaveLength(1)
  await writeDeltas(next, [])
  expect([listOf(next), existsSync(path.join(next, 'a.bbbbbbbb.js.dcz'))]).toEqual([{}, false])
})

test('browsers may hold what is active, tried and what was last good; folders that are gone are left out', () => {
  for (const name of ['mf-xy/1', 'mf-xy/2', 'mf-xy/3', 'mf-xy/4', 'shell/1'])
    mkdirSync(path.join(folder, 'r', name), { recursive: true })
  const registry = {
    rev: 1,
    shell: { active: '1', versions: {} },
    embed: { active: '9', versions: {} },
    remotes: {
      'mf-xy': { enabled: true, active: '3', lastGood: '2', canary: { version: '4', percent: 5 }, versions: {} },
    },
  }
  const held = (name: string) =>
    cachedVersions(folder, registry, name).map((place) => path.relative(path.join(folder, 'r'), place))
  expect([held('mf-xy'), held('shell'), held('embed'), held('mf-new')]).toEqual([
    ['mf-xy/3', 'mf-xy/4', 'mf-xy/2'],
    ['shell/1'],
    [],
    [],
  ])
})
