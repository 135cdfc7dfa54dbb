import { Component, createRef } from 'react'
import type { HTMLAttributes } from 'react'

interface RowMotionProps extends HTMLAttributes<HTMLOListElement> {
  /** rows move when it changes */
  moment: string
}

interface Seen {
  top: number
  name: string
}

const timing = { duration: 240, easing: 'ease-in-out' }
const wantsNoMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * A list whose rows move from where they were to where they are now, by transform only: React sets the new layout at
 * once. Rows carry `data-row`, their key; new ones come in from below, a changed name (`data-name`) fades in.
 */
export class RowMotion extends Component<RowMotionProps> {
  private readonly root = createRef<HTMLOListElement>()

  private rows(): HTMLElement[] {
    return [...(this.root.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  }

  override getSnapshotBeforeUpdate(before: RowMotionProps): Map<string, Seen> | null {
    const canMove = typeof Element.prototype.animate === 'function'
    if (!canMove || before.moment === this.props.moment || document.hidden || wantsNoMotion()) return null
    return new Map(this.rows().map((row) => [row.dataset.row ?? '', { top: row.getBoundingClientRect().top, name: nameIn(row)?.textContent ?? '' }]))
  }

  override componentDidUpdate(_before: RowMotionProps, _state: unknown, old: Map<string, Seen> | null) {
    if (!old) return
    for (const row of this.rows()) {
      const was = old.get(row.dataset.row ?? '')
      if (!was) enter(row)
      else {
        move(row, was.top)
        const name = nameIn(row)
        if (name && name.textContent !== was.name) name.animate([{ opacity: 0 }, { opacity: 1 }], timing)
      }
    }
  }

  override render() {
    const { moment: _, ...attributes } = this.props
    return <ol ref={this.root} {...attributes} />
  }
}

const nameIn = (row: HTMLElement) => row.querySelector('[data-name]')

const enter = (row: HTMLElement) =>
  row.animate([{ opacity: 0, transform: 'translateY(40%)' }, { opacity: 1, transform: 'none' }], timing)

function move(row: HTMLElement, oldTop: number) {
  const { top, height } = row.getBoundingClientRect()
  if (top === oldTop || height === 0) return
  // A board may be drawn scaled, as previews are: rectangles are of the screen, transforms are of the board.
  const drawn = row.offsetHeight > 0 ? height / row.offsetHeight : 1
  row.animate([{ transform: `translateY(${(oldTop - top) / drawn}px)` }, { transform: 'none' }], timing)
}
