import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compare } from 'semver'
import { debianVersion } from './debian'
import { versionOfSources } from './version'

let folder: string
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'multiball-version-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text)
const git = (...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...at },
  }).stdout.trim()
let at: Record<string, string> = {}

/** Commits sources of a version, whose changelog begins with these headings. Answers the commit as versions have it. */
function commit(version: string, headings: readonly string[], date: string): string {
  at = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  write('package.json', JSON.stringify({ version }))
  write('CHANGELOG.md', `# Changelog\n\n${headings.map((heading) => `## ${heading}\n`).join('\n')}`)
  git('init', '-q')
  git('add', '-A')
  git('commit', '-qm', date)
  return `g${git('rev-parse', 'HEAD').slice(0, 7)}`
}
const version = () => versionOfSources(folder).version
const saturday = '2026-11-28T19:38:00Z'
const sunday = '2026-11-29T08:00:00Z'

test('INS-16 only the commit of its tag is a version, with either form of the tag', () => {
  commit('1.1.0', ['1.1.0', '1.0.0'], saturday)
  git('tag', 'v1.1.0')
  expect(versionOfSources(folder)).toMatchObject({
    version: '1.1.0',
    commit: git('rev-parse', 'HEAD'),
    isChanged: false,
    time: Date.parse(saturday) / 1000,
    doubt: undefined,
  })
  const next = commit('1.1.0', ['Unreleased', '1.1.0', '1.0.0'], sunday)
  expect(version()).toBe(`1.2.0-dev.20261129080000.${next}`)
})

test('INS-16 work on a version that package.json has already is called after that one', () => {
  const name = commit('2.0.0', ['Unreleased', '1.1.0'], saturday)
  expect(version()).toBe(`2.0.0-dev.20261128193800.${name}`)
})

test('INS-16 changed files show in the version, and the newest of them in its time', () => {
  const name = commit('1.0.0', ['Unreleased', '1.0.0'], saturday)
  write('new.ts', '')
  utimesSync(path.join(folder, 'new.ts'), Date.parse(sunday) / 1000, Date.parse(sunday) / 1000)
  expect(version()).toBe(`1.1.0-dev.20261129080000.${name}.changed`)
})

test('INS-16 sources without git of their own have a time and no commit', () => {
  commit('1.0.0', ['1.0.0'], saturday)
  rmSync(path.join(folder, '.git'), { recursive: true })
  utimesSync(path.join(folder, 'package.json'), Date.parse(sunday) / 1000, Date.parse(sunday) / 1000)
  expect(versionOfSources(folder)).toMatchObject({ version: '1.1.0-dev.20261129080000', commit: undefined })
})

test.each([
  [
    'what CHANGELOG.md calls unreleased',
    ['Unreleased', '1.0.0'],
    () => {},
    /first version in CHANGELOG\.md is Unreleased\.$/,
  ],
  [
    'changed files',
    ['1.0.0'],
    () => write('package.json', '{"version":"1.0.0","private":true}'),
    /^Files differ from the commit that is tagged as 1\.0\.0\.$/,
  ],
])('INS-16 a tag on %s is doubted, and the version is not used', (_what, headings, change, doubt) => {
  commit('1.0.0', headings, saturday)
  git('tag', '1.0.0')
  change()
  expect(versionOfSources(folder)).toMatchObject({
    version: expect.stringMatching(/^1\.1\.0-dev\./) as string,
    doubt: expect.stringMatching(doubt) as string,
  })
})

test('INS-16 later builds are greater, to semver and to dpkg alike, and fit image tags and file names', () => {
  const versions = [
    '1.0.0',
    '1.1.0-dev.20261128193800.gfe96eb9',
    '1.1.0-dev.20261129080000.g0a1b2c3',
    '1.1.0-dev.20261129080001.g0a1b2c3.changed',
    '1.1.0',
  ]
  expect(versions.toReversed().sort(compare)).toEqual(versions)
  expect(versions.filter((one) => !/^[\w.-]{1,128}$/.test(one))).toEqual([])
  const pairs = versions
    .slice(1)
    .map((later, at) => ['--compare-versions', debianVersion(versions[at]!), 'lt', debianVersion(later)])
  expect(pairs.filter((args) => ![0, null].includes(spawnSync('dpkg', args).status))).toEqual([])
})
