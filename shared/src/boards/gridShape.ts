export interface GridShape {
  /** of the fullest row */
  columns: number
  rows: number
}

const sides = { wide: [16, 9], tall: [9, 16] } as const
/** A cell that is wider for its height shows nothing larger: scores are as high as it allows by then. */
const usefulRatio = 1.6

/**
 * How 1 to 20 boards fill a screen without an empty place, the smallest of them as large as can be. `boards` is how many
 * stand in each row, from the top: each row has the whole width, so that the first rows have fewer and wider ones.
 */
export function gridShape(count: number, shape: 'wide' | 'tall'): GridShape & { boards: number[] } {
  const [width, height] = sides[shape]
  const sizeWith = (rows: number) => Math.min(width / Math.ceil(count / rows) / usefulRatio, height / rows)
  let rows = 1
  for (let more = 2; more <= count; more += 1) if (sizeWith(more) > sizeWith(rows)) rows = more
  const fewest = Math.floor(count / rows)
  const fuller = count % rows
  const boards = Array.from({ length: rows }, (_, row) => (row < rows - fuller ? fewest : fewest + 1))
  return { columns: Math.ceil(count / rows), rows, boards }
}
