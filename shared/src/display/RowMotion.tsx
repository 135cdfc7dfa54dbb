import { Component, createRef, type HTMLAttributes, type RefObject } from 'react'
import { isStill } from './motion'
import css from './RowMotion.module.css'

interface RowMotionProps<Seen> extends HTMLAttributes<HTMLElement> {
  as: 'div' | 'ol'
  /** rows move when it changes */
  moment: string
  /** what has to be known of the rows before they change */
  look(rows: HTMLElement): Seen
  /** moves them from there to where they are now, by transform only */
  move(rows: HTMLElement, before: Seen): void
}

/** How long a row is on its way. */
export const rowTiming = { duration: 240, easing: 'ease-in-out' }

/** px of the screen for one of the board, which may be drawn scaled as previews are: rectangles are of the screen, transforms of the board. */
export const drawnScale = ({ offsetHeight }: HTMLElement, { height }: DOMRect): number =>
  offsetHeight > 0 ? height / offsetHeight : 1

/** A column that fills its place, each of its rows one of a list. */
export const Rows = ({ className, ...attributes }: HTMLAttributes<HTMLOListElement>) => (
  <ol className={className ? `${css.rows} ${className}` : css.rows} {...attributes} />
)

/** A column that fills its place, and whose rows move to their new places. React sets the new layout at once; nothing moves where nobody looks, or wants it to. */
export class RowMotion<Seen> extends Component<RowMotionProps<Seen>> {
  private readonly root = createRef<HTMLElement>()

  override getSnapshotBeforeUpdate(before: RowMotionProps<Seen>): Seen | null {
    if (!this.root.current || before.moment === this.props.moment || isStill()) return null
    return this.props.look(this.root.current)
  }

  override componentDidUpdate(_before: RowMotionProps<Seen>, _state: unknown, seen: Seen | null) {
    if (seen && this.root.current) this.props.move(this.root.current, seen)
  }

  override render() {
    const { as: Rows, className, moment: _moment, look: _look, move: _move, ...attributes } = this.props
    return (
      <Rows
        ref={this.root as RefObject<null>}
        className={className ? `${css.rows} ${className}` : css.rows}
        {...attributes}
      />
    )
  }
}
