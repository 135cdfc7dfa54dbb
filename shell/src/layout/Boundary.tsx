import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** what stands in for children that threw */
  fallback: ReactNode
  /** a new value gives the children another chance */
  resetKey?: unknown
  /** called when they threw */
  onThrow?(): void
}

interface BoundaryState {
  hasFailed: boolean
  resetKey: unknown
}

/** Keeps what its children throw while rendering from taking the page down. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ resetKey }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return resetKey === state.resetKey ? null : { hasFailed: false, resetKey }
  }

  override componentDidCatch() {
    this.props.onThrow?.()
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
