import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** Which sources lie in a folder. */
interface SourceVersion {
  /**
   * In semver, as file names and image tags may have it, too. It is that of package.json only for the very commit of its tag; all
   * others are work on the next one, such as `1.1.0-dev.20261128193800.g9fe96eb`: later ones are greater.
   */
  version: string
  /** in full; undefined where the sources are not in git */
  commit: string | undefined
  /** whether files differ from the commit */
  isChanged: boolean
  /** of what changed last, seconds since 1970: the same for the same sources */
  time: number
  /** why this is not the version that its tag says, as a sentence */
  doubt: string | undefined
}

/** What git says, without writing anything; undefined where it says nothing. */
function git(folder: string, ...args: string[]): string | undefined {
  // A folder of its own within another project is none of that project's commits.
  if (!existsSync(path.join(folder, '.git'))) return undefined
  const { status, stdout } = spawnSync('git', ['--no-optional-locks', ...args], { cwd: folder, encoding: 'utf8' })
  return status === 0 ? stdout : undefined
}

const seconds = (file: string) => Math.floor((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) / 1000)

/** The release that work after another one leads to, as far as anybody knows yet. */
const after = (version: string) =>
  version.replace(/^(\d+)\.(\d+)\..*$/, (_all, major: string, minor: string) => `${major}.${Number(minor) + 1}.0`)

/** Tells which sources lie in a folder, by its package.json, its CHANGELOG.md and git. */
export function versionOfSources(folder: string): SourceVersion {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  const headings = [...readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\S+)/gm)].map(
    ([, heading]) => heading,
  )
  const [commit, committed, names = ''] = git(folder, 'log', '-1', '--format=%H%n%ct%n%D')?.split('\n') ?? []
  const changed = (git(folder, 'status', '--porcelain', '-z') ?? '')
    .split('\0')
    .filter(Boolean)
    .map((line) => path.join(folder, line.slice(3)))
  const isChanged = changed.length > 0
  const time = Math.max(
    ...(commit ? [Number(committed), ...changed.map(seconds)] : [seconds(path.join(folder, 'package.json'))]),
  )
  const isTagged = names.split(', ').some((name) => [`tag: ${version}`, `tag: v${version}`].includes(name))
  const doubt = !isTagged
    ? undefined
    : isChanged
      ? `Files differ from the commit that is tagged as ${version}.`
      : headings[0] !== version
        ? `This commit is tagged as ${version}, and the first version in CHANGELOG.md is ${headings[0]}.`
        : undefined
  const at = new Date(time * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  const next = headings.includes(version) ? after(version) : version
  const work = [
    `${next}-dev`,
    at,
    ...(commit ? [`g${commit.slice(0, 7)}`] : []),
    ...(isChanged ? ['changed'] : []),
  ].join('.')
  return { version: isTagged && !doubt ? version : work, commit, isChanged, time, doubt }
}
