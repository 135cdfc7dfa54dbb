/** A small picture, px by px. */
export interface Raster {
  columns: number
  rows: number
  /** row by row, as `color` makes them */
  pixels: Uint32Array
}

export const newRaster = (columns: number, rows: number): Raster => ({
  columns,
  rows,
  pixels: new Uint32Array(columns * rows),
})

/** A px of a raster from 0xrrggbb. */
export const color = (rgb: number) => (0xff000000 | ((rgb & 0xff) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0

/** Colours one px; what lies outside is left out. */
export function dot({ columns, rows, pixels }: Raster, x: number, y: number, ink: number) {
  if (x >= 0 && y >= 0 && x < columns && y < rows) pixels[y * columns + x] = ink
}

export function box(
  { columns, rows, pixels }: Raster,
  left: number,
  top: number,
  width: number,
  height: number,
  ink: number,
) {
  const [from, to] = [Math.max(0, left), Math.min(columns, left + width)]
  if (from >= to) return
  for (let y = Math.max(0, top); y < Math.min(rows, top + height); y += 1)
    pixels.fill(ink, y * columns + from, y * columns + to)
}

/** Every px nearer to the line than `radius`. */
export function stroke(raster: Raster, from: Point, to: Point, radius: number, ink: number) {
  const reach = Math.ceil(radius)
  for (let y = Math.floor(Math.min(from.y, to.y)) - reach; y <= Math.max(from.y, to.y) + reach; y += 1) {
    for (let x = Math.floor(Math.min(from.x, to.x)) - reach; x <= Math.max(from.x, to.x) + reach; x += 1) {
      const near = nearest(from, to, { x, y })
      if (Math.hypot(near.x - x, near.y - y) <= radius) dot(raster, x, y, ink)
    }
  }
}

export const disc = (raster: Raster, { x, y }: Point, radius: number, ink: number) => {
  const middle = { x: Math.round(x), y: Math.round(y) }
  stroke(raster, middle, middle, radius, ink)
}

/** Draws lines of text in which every sign but a space and a point is a px. */
export function sprite(raster: Raster, left: number, top: number, lines: readonly string[], ink: number) {
  lines.forEach((line, y) =>
    [...line].forEach((sign, x) => sign !== ' ' && sign !== '.' && dot(raster, left + x, top + y, ink)),
  )
}

export interface Point {
  x: number
  y: number
}

/** The point of a line that is nearest to another one. */
export function nearest(from: Point, to: Point, point: Point): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const share = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1)
  const at = Math.min(1, Math.max(0, share))
  return { x: from.x + at * dx, y: from.y + at * dy }
}

/** A seeded row of numbers, 0 ≤ n < 1, so that a picture is the same each time. */
export function seeded(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000
  }
}
