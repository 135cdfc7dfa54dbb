import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Comparison, Level } from './compareTypes'

const majorOf = (version: string) => version.split('.')[0]!

/**
 * The range of a remote that runs with the major before and with the new one, so that it can be published before the page
 * that brings it. A range of the same major stays.
 */
export function overlap(range: string, version: string): string {
  const newest = range.split(' || ').at(-1)!
  return majorOf(newest.slice(1)) === majorOf(version) ? range : `${newest} || ^${majorOf(version)}.0.0`
}

/** Changes a file's text; its layout stays its owner's. */
function edit(file: string, pattern: RegExp, replacement: string) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(pattern, replacement))
}

/** Writes shared's version wherever the workspace names it. Answers in lines what else that changed. */
export function writeVersion(root: string, version: string): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(path.join(root, entry.name, 'package.json')),
  )
  const lockFile = path.join(root, 'package-lock.json')
  edit(path.join(root, 'shared/package.json'), /("version": ?)"[^"]*"/, `$1"${version}"`)
  edit(lockFile, /("name": ?"@multiball\/shared",\s*"version": ?)"[^"]*"/, `$1"${version}"`)
  for (const file of [...folders.map(({ name }) => path.join(root, name, 'package.json')), lockFile])
    edit(file, /("@multiball\/shared": ?)"[^"]*"/g, `$1"${version}"`)

  return folders.flatMap(({ name }) => {
    const file = path.join(root, name, 'remote.json')
    if (!existsSync(file)) return []
    const { requires } = JSON.parse(readFileSync(file, 'utf8')) as { requires: { shared: string } }
    const range = overlap(requires.shared, version)
    if (range === requires.shared) return []
    edit(file, /("shared": ?)"[^"]*"/, `$1"${range}"`)
    return [
      `${name} requires ${range} now: publish it before the pages that bring ${version}, or, where it needs what is new, leave only ^${majorOf(version)}.0.0 and publish it right after them.`,
    ]
  })
}

const numbers = (version: string) => version.split('.').map(Number) as [number, number, number]

/** The version that a change asks for. */
function raised(version: string, level: Level): string {
  const [major, minor, patch] = numbers(version)
  if (level === 'major') return `${major + 1}.0.0`
  return level === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch}`
}

const compared = (one: string, other: string) => {
  const [[major, minor, patch], [otherMajor, otherMinor, otherPatch]] = [numbers(one), numbers(other)]
  return major - otherMajor || minor - otherMinor || patch - otherPatch
}

/** The version that shared has to have after a change: what its package.json says, where that is enough. */
export function honest(released: string, now: string, level: Level): string {
  const least = raised(released, level)
  return compared(now, least) < 0 ? least : now
}

const shown = 20
const list = (what: string, names: readonly string[]) =>
  names.length === 0
    ? []
    : [
        `${what}:`,
        ...names.slice(0, shown).map((name) => `  ${name}`),
        ...(names.length > shown ? [`  and ${names.length - shown} more`] : []),
      ]

/** What changed in shared's types, in lines to read. */
export const describeChange = ({ level, breaking, rebuilding, added }: Comparison): string[] => [
  ...(level === 'major' ? list('Breaks remotes that run now (major)', breaking) : []),
  ...list('Breaks only where a remote is built again (minor)', rebuilding),
  ...list('New (minor)', added),
]
