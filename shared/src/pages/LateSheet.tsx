import { Component, Suspense, type ReactNode } from 'react'
import { notLoaded, type Notice } from './notice'

interface Props {
  /** takes it away, so that the next opening asks for it anew, and says so */
  onLost(told: Notice): void
  children: ReactNode
}

/** A sheet that is loaded when it opens. One that cannot be had, or that throws, is lost alone: the page under it stays. */
export class LateSheet extends Component<Props, { isLost: boolean }> {
  override state = { isLost: false }

  static getDerivedStateFromError = () => ({ isLost: true })

  override componentDidCatch(thrown: unknown) {
    // As if nobody had caught it: whoever listens for that tells whose it is.
    reportError(thrown)
    this.props.onLost(notLoaded(thrown))
  }

  override render() {
    return this.state.isLost ? null : <Suspense>{this.props.children}</Suspense>
  }
}
