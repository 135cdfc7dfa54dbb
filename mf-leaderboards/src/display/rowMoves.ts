import { drawnScale, rowTiming } from '@multiball/shared/display'

interface Seen {
  top: number
  name: string
}

const rowsIn = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-row]')]
const nameIn = (row: HTMLElement) => row.querySelector('[data-name]')

/** Where each row stands, by its key, and whom it names. */
export const rowsSeen = (list: HTMLElement): Map<string, Seen> =>
  new Map(
    rowsIn(list).map((row) => [
      row.dataset.row ?? '',
      { top: row.getBoundingClientRect().top, name: nameIn(row)?.textContent ?? '' },
    ]),
  )

/** Moves rows, which carry `data-row`, from where they were; new ones come in from below and glow if they are recent (`data-recent`), a changed name (`data-name`) fades in. */
export function moveFrom(list: HTMLElement, old: Map<string, Seen>): void {
  for (const row of rowsIn(list)) {
    const was = old.get(row.dataset.row ?? '')
    if (!was) enter(row)
    else {
      move(row, was.top)
      const name = nameIn(row)
      if (name && name.textContent !== was.name) name.animate([{ opacity: 0 }, { opacity: 1 }], rowTiming)
    }
  }
}

function enter(row: HTMLElement) {
  row.animate(
    [
      { opacity: 0, transform: 'translateY(40%)' },
      { opacity: 1, transform: 'none' },
    ],
    rowTiming,
  )
  if (row.dataset.recent === undefined) return
  const glow = [{ opacity: 0 }, { opacity: 0.45, offset: 0.15 }, { opacity: 0.45, offset: 0.5 }, { opacity: 0 }]
  row.animate(glow, { duration: 2400, pseudoElement: '::before' })
}

function move(row: HTMLElement, oldTop: number) {
  const now = row.getBoundingClientRect()
  if (now.top === oldTop || now.height === 0) return
  row.animate(
    [{ transform: `translateY(${(oldTop - now.top) / drawnScale(row, now)}px)` }, { transform: 'none' }],
    rowTiming,
  )
}
