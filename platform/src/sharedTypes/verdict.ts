import type { Comparison, Level } from './compareTypes'

const numbers = (version: string) => version.split('.').map(Number) as [number, number, number]

/** What a version says that changed since another one. */
export function raised(before: string, after: string): Level | 'nothing' {
  const [older, newer] = [numbers(before), numbers(after)]
  if (newer[0] !== older[0]) return 'major'
  if (newer[1] !== older[1]) return 'minor'
  return newer[2] === older[2] ? 'nothing' : 'patch'
}

const order = ['nothing', 'patch', 'minor', 'major'] as const

const next = (version: string, level: Level): string => {
  const [major, minor, patch] = numbers(version)
  return level === 'major' ? `${major + 1}.0.0` : level === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`
}

const list = (what: string, names: readonly string[]) => (names.length === 0 ? [] : [`${what}:`, ...names.slice(0, 20).map((name) => `  ${name}`), ...(names.length > 20 ? [`  and ${names.length - 20} more`] : [])])

/** Whether the version of shared says what changed in its types, and in words what to do when it does not. */
export function verdict(before: string, after: string, { level, breaking, added }: Comparison): { isHonest: boolean; lines: string[] } {
  const isHonest = level === 'patch' || order.indexOf(raised(before, after)) >= order.indexOf(level)
  const lines = [`The types of shared ${after} beside those of ${before}: ${level}.`, ...list('Breaking', breaking), ...list('New', added)]
  return { isHonest, lines: isHonest ? lines : [...lines, `So shared has to be ${next(before, level)} or more, and is ${after}: raise it in shared/package.json, or keep what was there.`] }
}
