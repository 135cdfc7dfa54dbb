import { Component, type ReactNode } from 'react'

interface Props {
  /** what stands in for children that threw */
  fallback(retry: () => void): ReactNode
  children: ReactNode
}

/** Keeps a throw of a display to itself: its tile is lost, everything around it stays. */
export class DisplayBoundary extends Component<Props, { hasThrown: boolean }> {
  override state = { hasThrown: false }

  static getDerivedStateFromError() {
    return { hasThrown: true }
  }

  readonly retry = () => this.setState({ hasThrown: false })

  override render() {
    return this.state.hasThrown ? this.props.fallback(this.retry) : this.props.children
  }
}
