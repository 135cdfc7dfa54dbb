/*
 * Segment figures in pictures, in the wall's proportions: a cell is 56 wide and 100 high, strokes are 15 thick and mitred,
 * cells advance by 66 and commas by 22.
 */

type Points = readonly (readonly [x: number, y: number])[]

const top: Points = [
  [6, 0],
  [50, 0],
  [52.4, 2.4],
  [39.8, 15],
  [16.2, 15],
  [3.6, 2.4],
]
const upperLeft: Points = [
  [0, 6],
  [2.4, 3.6],
  [15, 16.2],
  [15, 41.3],
  [7.15, 49.15],
  [0, 49.15],
]
const bar: Points = [
  [8.7, 50],
  [16.2, 42.5],
  [39.8, 42.5],
  [47.3, 50],
  [39.8, 57.5],
  [16.2, 57.5],
]
const comma: Points = [
  [64, 85],
  [79, 85],
  [79, 100],
  [70.5, 114],
  [61.5, 114],
  [67, 100],
  [64, 100],
]
const mirrored = (points: Points): Points => points.map(([x, y]) => [56 - x, y])
const flipped = (points: Points): Points => points.map(([x, y]) => [x, 100 - y])

const segments: Record<string, Points> = {
  a: top,
  b: mirrored(upperLeft),
  c: mirrored(flipped(upperLeft)),
  d: flipped(top),
  e: flipped(upperLeft),
  f: upperLeft,
  g: bar,
}
const lit: Record<string, string> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abdeg',
  '3': 'abcdg',
  '4': 'bcfg',
  '5': 'acdfg',
  '6': 'acdefg',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
  '-': 'g',
}

const drawn = (points: Points, left: number) => `M${points.map(([x, y]) => `${x + left} ${y}`).join('L')}Z`

/** How wide a figure such as `1,284,906` is beside its height of 1. */
export const figureWidth = (figure: string): number =>
  (66 * figure.replaceAll(',', '').length + 22 * (figure.length - figure.replaceAll(',', '').length) - 6) / 100

/** A figure whose right edge and middle are there, `height` px high. */
export function drawFigure(
  figure: string,
  right: number,
  middle: number,
  height: number,
  color: string,
  glows: boolean,
): string {
  let on = ''
  let off = ''
  let left = 0
  for (const [at, character] of [...figure].entries()) {
    if (character === ',') {
      left += 22
      continue
    }
    for (const [name, points] of Object.entries(segments)) {
      if (lit[character]?.includes(name)) on += drawn(points, left)
      else off += drawn(points, left)
    }
    if (figure[at + 1] === ',') on += drawn(comma, left)
    left += 66
  }
  const scale = height / 100
  const place = `translate(${right - figureWidth(figure) * height} ${middle - height / 2}) scale(${scale}) translate(4.5 0) skewX(-5)`
  // The wall's figures glow for whoever is up; the glow is the dearest part of a picture.
  const glow = glows
    ? `<path fill="none" stroke-opacity=".16" stroke="${color}" stroke-width="14" stroke-linejoin="round" d="${on}"/>`
    : ''
  return `<g transform="${place}" fill="${color}"><path fill-opacity=".08" d="${off}"/>${glow}<path d="${on}"/></g>`
}
