export interface GridShape {
  columns: number
  rows: number
}

/** The most boards of a grid, and its columns and rows on a wide screen. */
const shapes: readonly [most: number, columns: number, rows: number][] = [
  [1, 1, 1],
  [2, 2, 1],
  [4, 2, 2],
  [6, 3, 2],
  [9, 3, 3],
  [12, 4, 3],
  [16, 4, 4],
  [20, 5, 4],
]

/** Columns and rows for 1 to 20 boards; a screen held upright has them swapped. */
export function gridShape(count: number, shape: 'wide' | 'tall'): GridShape {
  const [, columns, rows] = shapes.find(([most]) => count <= most) ?? shapes[shapes.length - 1]!
  return shape === 'wide' ? { columns, rows } : { columns: rows, rows: columns }
}
