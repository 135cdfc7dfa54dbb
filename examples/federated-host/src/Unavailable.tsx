import { Component, type ReactNode } from 'react'

interface Props {
  children: ReactNode
}

/** A remote whose code cannot be loaded costs its own place in the page. */
export class Unavailable extends Component<Props, { reason?: string }> {
  override state: { reason?: string } = {}

  static getDerivedStateFromError(error: unknown) {
    return { reason: String(error) }
  }

  override render() {
    return this.state.reason === undefined ? (
      this.props.children
    ) : (
      <p className="state">The live scores are not available: {this.state.reason}</p>
    )
  }
}
