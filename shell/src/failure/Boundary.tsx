import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** what stands in for children that threw */
  fallback: ReactNode
  /** a new value gives the children another chance */
  resetKey?: unknown
  /** the first throw after a new `resetKey` may be of what is just being taken away: the children are drawn once more */
  forgivesLeaving?: boolean
  /** called when they threw */
  onThrow?(thrown: unknown): void
}

interface BoundaryState {
  hasFailed: boolean
  resetKey: unknown
}

/** Keeps what its children throw while rendering from taking the page down. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, resetKey: this.props.resetKey }
  private isForgiven = false

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey }
  }

  override componentDidCatch(thrown: unknown) {
    this.props.onThrow?.(thrown)
    if (!this.props.forgivesLeaving || this.isForgiven) return
    this.isForgiven = true
    // Before anything is painted.
    this.setState({ hasFailed: false })
  }

  override componentDidUpdate({ resetKey }: BoundaryProps) {
    if (resetKey !== this.props.resetKey) this.isForgiven = false
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
