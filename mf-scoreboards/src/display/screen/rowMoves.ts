import { drawnScale, rowTiming } from '@multiball/shared/display'

type Boxes = Map<Element, DOMRect>

/** Where everything stands that takes part in a change of rows. */
export const boxesOf = (rows: HTMLElement): Boxes =>
  new Map([...rows.querySelectorAll('[data-moves]')].map((element) => [element, element.getBoundingClientRect()]))

/**
 * Moves what is marked `data-moves` from where it was: 'panel' stretches, 'left' and 'right' grow from that edge, 'fade' has
 * changed its place for good and fades in there.
 */
export function moveFrom(rows: HTMLElement, old: Boxes): void {
  for (const [element, now] of boxesOf(rows)) {
    const was = old.get(element)
    if (element.getAttribute('data-moves') === 'fade') fade(element, was, now)
    else if (was && was.height > 0 && now.height > 0) move(element as HTMLElement, was, now)
  }
}

function fade(element: Element, was: DOMRect | undefined, now: DOMRect) {
  if (was?.left !== now.left) element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1 }], rowTiming)
}

function move(element: HTMLElement, was: DOMRect, now: DOMRect) {
  const scale = was.height / now.height
  if (scale === 1 && was.top === now.top) return
  const kind = element.dataset.moves
  const sideways = kind === 'panel' ? 0 : kind === 'right' ? was.right - now.right : was.left - now.left
  const drawn = drawnScale(element, now)
  const from = `translate(${sideways / drawn}px, ${(was.top - now.top) / drawn}px) scale(${kind === 'panel' ? 1 : scale}, ${scale})`
  element.style.transformOrigin = kind === 'right' ? '100% 0' : '0 0'
  element.animate([{ transform: from }, { transform: 'none' }], rowTiming)
}
