import { reportClientError } from '@multiball/shared/client'
import { reportThrown } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import { Component, type ReactNode } from 'react'
import { throwFailure } from './useDisplay'

interface Props {
  /** what stands in for children that threw */
  fallback(retry: () => void, thrown?: unknown): ReactNode
  /** whose display the children are: what they throw is told of its remote; without it, of the remote whose script threw it */
  type?: BoardType
  /** what the children draw, such as the scores: another one than they threw at may suit them better */
  state?: unknown
  children: ReactNode
}

interface State {
  hasThrown: boolean
  /** it is no passing throw: the fallback stands */
  isSettled: boolean
}

function tell(thrown: unknown, type: BoardType | undefined): void {
  if (type === undefined) return reportThrown(thrown)
  const { remote, version, code, cause } = throwFailure(type, thrown)
  if (version !== '-')
    reportClientError({ remote, version, code, message: cause instanceof Error ? cause.message : undefined, cause })
}

/** ms: a throw so soon after another one is no passing one */
const forgetMs = 10_000
/** ms between two states that are tried after a throw */
const tryMs = 2000

/**
 * Keeps a throw of a display to itself: its tile is lost, everything around it stays, and its team is told. What threw is
 * drawn once more at once, before anything is painted, since it may have been something that was just taken away.
 */
export class DisplayBoundary extends Component<Props, State> {
  override state: State = { hasThrown: false, isSettled: false }
  private thrownAt = -Infinity
  private passing: { thrown: unknown } | undefined
  private thrown: unknown

  static getDerivedStateFromError(): State {
    return { hasThrown: true, isSettled: false }
  }

  override componentDidCatch(thrown: unknown) {
    this.thrown = thrown
    const isAgain = performance.now() - this.thrownAt < forgetMs
    this.thrownAt = performance.now()
    this.passing = isAgain ? undefined : { thrown }
    if (isAgain) tell(thrown, this.props.type)
    this.setState({ hasThrown: isAgain, isSettled: isAgain })
  }

  override componentDidUpdate({ state }: Props) {
    const { hasThrown, isSettled } = this.state
    if (!hasThrown && this.passing) {
      reportThrown(this.passing.thrown)
      this.passing = undefined
    }
    if (hasThrown && isSettled && state !== this.props.state && performance.now() - this.thrownAt >= tryMs) this.retry()
  }

  readonly retry = () => this.setState({ hasThrown: false, isSettled: false })

  override render() {
    const { hasThrown, isSettled } = this.state
    if (!hasThrown) return this.props.children
    return isSettled ? this.props.fallback(this.retry, this.thrown) : null
  }
}
