import { Component, createRef } from 'react'
import type { HTMLAttributes } from 'react'

interface RowMotionProps extends HTMLAttributes<HTMLDivElement> {
  /** rows move when it changes */
  moment: string
}

type Boxes = Map<Element, DOMRect>

const timing = { duration: 240, easing: 'ease-in-out' }
const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Moves what is inside from where it was to where it is now, by transform only: React sets the new layout at
 * once. Elements marked `data-moves` take part: 'panel' stretches, 'left' and 'right' grow from that edge,
 * 'fade' has changed its place for good and fades in there.
 */
export class RowMotion extends Component<RowMotionProps> {
  private readonly root = createRef<HTMLDivElement>()

  private boxes(): Boxes {
    return new Map([...(this.root.current?.querySelectorAll('[data-moves]') ?? [])].map((element) => [element, element.getBoundingClientRect()]))
  }

  override getSnapshotBeforeUpdate(before: RowMotionProps): Boxes | null {
    const canMove = typeof Element.prototype.animate === 'function'
    return canMove && before.moment !== this.props.moment && !document.hidden && !wantsNoMotion() ? this.boxes() : null
  }

  override componentDidUpdate(_before: RowMotionProps, _state: unknown, old: Boxes | null) {
    if (!old) return
    for (const [element, now] of this.boxes()) {
      const was = old.get(element)
      if (element.getAttribute('data-moves') === 'fade') fade(element, was, now)
      else if (was && was.height > 0 && now.height > 0) move(element as HTMLElement, was, now)
    }
  }

  override render() {
    const { moment: _, ...attributes } = this.props
    return <div ref={this.root} {...attributes} />
  }
}

function fade(element: Element, was: DOMRect | undefined, now: DOMRect) {
  if (was?.left !== now.left) element.animate([{ opacity: 0 }, { opacity: 0, offset: 0.4 }, { opacity: 1 }], timing)
}

function move(element: HTMLElement, was: DOMRect, now: DOMRect) {
  const scale = was.height / now.height
  if (scale === 1 && was.top === now.top) return
  const kind = element.dataset.moves
  const sideways = kind === 'panel' ? 0 : kind === 'right' ? was.right - now.right : was.left - now.left
  // A board may be drawn scaled, as previews are: rectangles are of the screen, transforms are of the board.
  const drawn = element.offsetHeight > 0 ? now.height / element.offsetHeight : 1
  const from = `translate(${sideways / drawn}px, ${(was.top - now.top) / drawn}px) scale(${kind === 'panel' ? 1 : scale}, ${scale})`
  element.style.transformOrigin = kind === 'right' ? '100% 0' : '0 0'
  element.animate([{ transform: from }, { transform: 'none' }], timing)
}
