import type { Comparison, Level } from './compareTypes'

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
const list = (what: string, names: readonly string[]) => (names.length === 0 ? [] : [`${what}:`, ...names.slice(0, shown).map((name) => `  ${name}`), ...(names.length > shown ? [`  and ${names.length - shown} more`] : [])])

/** What changed in shared's types, in lines to read. */
export const describeChange = ({ level, breaking, rebuilding, added }: Comparison): string[] => [
  ...(level === 'major' ? list('Breaks remotes that run now (major)', breaking) : []),
  ...list('Breaks only where a remote is built anew (minor)', rebuilding),
  ...list('New (minor)', added),
]
