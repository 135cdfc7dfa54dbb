/** Fewer scores stand on a field of so many columns. */
const fewest = 24
const columnsOf = (scores: number) => Math.max(fewest, scores) * 2 + 1

/** Rows of dots of a chart of so many scores: on a wide screen more with more columns, so that the field fills its panel. */
export const chartRows = (shape: 'wide' | 'tall', scores: number): number =>
  shape === 'tall' ? 48 : Math.round((14 * columnsOf(scores)) / columnsOf(fewest))

/** Dots that a column is wide at most. */
const widest = 6

/**
 * Scores as columns of dots on a field, wider the fewer there are, as SVG paths of zero-length strokes; the best one, the first
 * among equals, has a path of its own. Each score has one dot at least.
 */
export function chartOf(scores: readonly bigint[], rows: number) {
  const most = scores.reduce((best, score) => (score > best ? score : best), 0n)
  const bestAt = scores.indexOf(most)
  const columns = columnsOf(scores.length)
  const wide = Math.min(widest, Math.floor((columns + 1) / scores.length) - 1)
  // A column of air between two.
  const step = wide + 1
  const left = Math.floor((columns - (scores.length * step - 1)) / 2)
  const paths = { lit: '', best: '', unlit: '' }
  for (let column = 0; column < columns; column += 1) {
    const at = Math.floor((column - left) / step)
    const score = (column - left) % step < wide ? scores[at] : undefined
    const high =
      score === undefined ? 0 : most === 0n ? 1 : Math.max(1, Number((score * BigInt(rows) + most / 2n) / most))
    for (let row = 0; row < rows; row += 1) {
      paths[row >= high ? 'unlit' : at === bestAt ? 'best' : 'lit'] += `M${column + 0.5} ${rows - row - 0.5}h0`
    }
  }
  return { columns, left, wide, bestAt, ...paths }
}
