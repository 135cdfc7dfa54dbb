import { drawnScale, rowTiming } from '@multiball/shared/display'

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')]

/** Where each row stands, by its key. */
export const rowsSeen = (list: HTMLElement): Map<string, DOMRect> =>
  new Map(rowsIn(list).map((row) => [row.dataset.row ?? '', row.getBoundingClientRect()]))

/** Moves rows, which carry `data-row`, from where they were; new ones come up. All are measured before one moves, so that the page is laid out once. */
export function moveFrom(list: HTMLElement, old: Map<string, DOMRect>): void {
  const moves = rowsIn(list).map((row) => {
    const was = old.get(row.dataset.row ?? '')
    return { row, from: was && offsetFrom(row, was) }
  })
  for (const { row, from } of moves) {
    if (from === undefined)
      row.animate(
        [
          { opacity: 0, transform: 'translateY(30%)' },
          { opacity: 1, transform: 'none' },
        ],
        rowTiming,
      )
    else if (from !== '') row.animate([{ transform: from }, { transform: 'none' }], rowTiming)
  }
}

/** The transform to where a row was; '' where it still is. */
function offsetFrom(row: HTMLElement, was: DOMRect): string {
  const now = row.getBoundingClientRect()
  const scale = drawnScale(row, now)
  const [x, y] = [(was.left - now.left) / scale, (was.top - now.top) / scale]
  return x === 0 && y === 0 ? '' : `translate(${x}px, ${y}px)`
}
