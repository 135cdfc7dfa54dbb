import type { Size } from '@multiball/shared/display'

/** Where a cell stands in its grid, as styles. */
interface CellBox {
  left: string
  top: string
  width: string
  height: string
}

/** Between two cells, as a share of the screen's height. */
const gapShare = 0.009

/**
 * The boxes of a grid's cells in their order: together they fill it, and each begins and ends on a pixel. A browser that
 * rounds a box and what clips it apart draws one of its hairlines outside.
 * @param grid px; zeros until it is laid out: the boxes are shares of it until then
 * @param boards how many stand in each row, from the top
 * @param screenHeight px
 * @param density pixels of the screen in one px of the page
 */
export function cellBoxes(grid: Size, boards: readonly number[], screenHeight: number, density: number): CellBox[] {
  return grid.width > 0
    ? boxesIn(grid, boards, screenHeight, density, 'px')
    : boxesIn({ width: 100, height: 100 }, boards, 100, 100, '%')
}

function boxesIn(
  grid: Size,
  boards: readonly number[],
  screenHeight: number,
  density: number,
  unit: string,
): CellBox[] {
  const css = (pixels: number) => `${pixels / density}${unit}`
  const gap = Math.max(1, Math.round(screenHeight * gapShare * density))
  const rows = parts(Math.floor(grid.height * density), boards.length, gap)
  return rows.flatMap(([top, height], row) =>
    parts(Math.floor(grid.width * density), boards[row]!, gap).map(([left, width]) => ({
      left: css(left),
      top: css(top),
      width: css(width),
      height: css(height),
    })),
  )
}

/** Start and length of so many parts that fill `length`, none more than a pixel longer than another. */
function parts(length: number, count: number, gap: number): [start: number, length: number][] {
  const startOf = (part: number) => Math.round(((length + gap) * part) / count)
  return Array.from({ length: count }, (_, part) => [
    startOf(part),
    Math.max(0, startOf(part + 1) - gap - startOf(part)),
  ])
}
