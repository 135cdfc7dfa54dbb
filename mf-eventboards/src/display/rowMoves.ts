import { drawnScale, rowTiming } from '@multiball/shared/display'

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')]

/** Where each row stands, by its key. */
export const rowsSeen = (list: HTMLElement): Map<string, DOMRect> => new Map(rowsIn(list).map((row) => [row.dataset.row ?? '', row.getBoundingClientRect()]))

/** Moves rows, which carry `data-row`, from where they were; new ones come up. */
export function moveFrom(list: HTMLElement, old: Map<string, DOMRect>): void {
  for (const row of rowsIn(list)) {
    const was = old.get(row.dataset.row ?? '')
    const now = row.getBoundingClientRect()
    const scale = drawnScale(row, now)
    if (!was) row.animate([{ opacity: 0, transform: 'translateY(30%)' }, { opacity: 1, transform: 'none' }], rowTiming)
    else if (was.top !== now.top || was.left !== now.left) {
      row.animate([{ transform: `translate(${(was.left - now.left) / scale}px, ${(was.top - now.top) / scale}px)` }, { transform: 'none' }], rowTiming)
    }
  }
}
