import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../disk/paths'

let folder: string
const at = (file: string) => path.join(folder, file)
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true })
  writeFileSync(at(file), text, { mode: 0o755 })
}

/** By place, the integrity of a package, or what else a lock file says of it. */
type Packages = Record<
  string,
  string | { integrity?: string; link?: true; optional?: true; peer?: true; dev?: true; cpu?: string[] }
>
const lockFileOf = (packages: Packages) =>
  JSON.stringify({
    packages: {
      '': {},
      ...Object.fromEntries(
        Object.entries(packages).map(([place, told]) => [place, typeof told === 'string' ? { integrity: told } : told]),
      ),
    },
  })
const lock = (packages: Packages) => write('package-lock.json', lockFileOf(packages))
/** As npm leaves it. */
const install = (packages: Packages) => {
  for (const place of Object.keys(packages)) mkdirSync(at(place), { recursive: true })
  write('node_modules/.package-lock.json', lockFileOf(packages))
}

const taps = { 'node_modules/taps': 'sha512-a' }
const locked: Packages = {
  ...taps,
  'node_modules/@multiball/mf-taps': { link: true },
  'node_modules/other-system': { integrity: 'sha512-o', optional: true },
  'node_modules/asked-by-a-peer': { integrity: 'sha512-p', peer: true },
  'node_modules/tries': { integrity: 'sha512-t', dev: true },
}
const installed: Packages = { ...taps, 'node_modules/@multiball/mf-taps': { link: true } }

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'multiball-ensure-'))
  mkdirSync(at('platform'))
  cpSync(path.join(root, 'platform/ensure.mjs'), at('platform/ensure.mjs'))
  lock(locked)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a command of the checkout. Answers its status, what npm was called with, and what was said. */
function start(npm: 'installs' | 'fails' = 'installs', dev = false) {
  write('called', '')
  const work =
    npm === 'fails'
      ? 'exit 1'
      : `mkdir -p node_modules/taps node_modules/@multiball/mf-taps; cp package-lock.json node_modules/.package-lock.json`
  write('bin/npm', `#!/bin/sh\necho "$@" | sed 's/ --ignore-scripts.*//' >> called\n${work}\n`)
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      '-e',
      "import('./platform/ensure.mjs').then(({ ensureInstalled }) => ensureInstalled({ dev: process.argv[1] === 'dev' }))",
      ...(dev ? ['dev'] : []),
    ],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${at('bin')}:${process.env.PATH}` },
    },
  )
  return { status, npm: readFileSync(at('called'), 'utf8').trim(), said: stderr.trim().split('\n').at(-1) }
}

const nothing = { status: 0, npm: '', said: '' }

test('INS-14 a fresh clone installs once, whichever command comes first', () => {
  expect(start()).toMatchObject({ status: 0, npm: 'ci --omit=dev --omit=peer' })
  expect(start()).toEqual(nothing)
})

test('INS-14 tests and tools bring their packages when one runs first, and then all are kept', () => {
  install(installed)
  expect(start('installs', true)).toMatchObject({ status: 0, npm: 'install --no-save' })
  const all = { ...installed, 'node_modules/tries': { integrity: 'sha512-t', dev: true as const } }
  install(all)
  expect([start(), start('installs', true)]).toEqual([nothing, nothing])
  install({ ...all, 'node_modules/taps': 'sha512-b' })
  expect(start()).toMatchObject({ status: 0, npm: 'install --no-save' })
})

test('INS-14 what npm ci has installed is not installed again, without what is for other systems or only for peers', () => {
  install(installed)
  expect(start()).toEqual(nothing)
})

test.each<[string, Packages]>([
  ['another version', { ...installed, 'node_modules/taps': 'sha512-b' }],
  ['one too few', { 'node_modules/@multiball/mf-taps': { link: true } }],
  ['one too many, which would be found first', { ...installed, 'node_modules/a/node_modules/taps': 'sha512-b' }],
  ['those of another processor', { ...installed, 'node_modules/taps-mips': { integrity: 'sha512-m', cpu: ['mips'] } }],
])('INS-14 others than are locked are replaced, and nothing is removed first: %s', (_what, packages) => {
  install(packages)
  expect(start()).toMatchObject({ status: 0, npm: 'install --no-save --omit=dev --omit=peer' })
})

test('INS-17 without a network, a command says so and goes on with the packages that are there', () => {
  install({ ...installed, 'node_modules/taps': 'sha512-b' })
  const { status, said } = start('fails')
  expect([status, said]).toEqual([
    0,
    'Packages could not be installed; npm says why above. Going on with those that are there: run the command again when that is mended.',
  ])
})

test.each<[string, Packages]>([
  ['none', {}],
  ['one too few', { 'node_modules/@multiball/mf-taps': { link: true } }],
])('INS-17 without a network and what it needs, a command ends: %s', (_what, packages) => {
  if (Object.keys(packages).length > 0) install(packages)
  expect(start('fails')).toMatchObject({
    status: 1,
    said: 'Packages could not be installed; npm says why above. Run the command again when that is mended.',
  })
})
