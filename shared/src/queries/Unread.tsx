import { generalFailure } from '@multiball/shared/client'
import { Banner, Button, Spinner } from '@multiball/shared/ui'
import { useRef, type ReactNode } from 'react'
import css from './Unread.module.css'
import type { Read } from './useRead'

interface UnreadProps {
  read: Pick<Read<unknown>, 'loaded' | 'refresh'>
  /** what is being read, such as 'your TVs': the label is 'Loading your TVs' */
  what: string
  /** shown instead of the spinner */
  waiting?: ReactNode
}

/**
 * Shown in place of an answer: a spinner while it loads, a failure with Retry, or that there is no network. Renders nothing
 * once the answer is there. A page with its own words for a 404 handles 'missing' before it renders this.
 */
export function Unread({
  read: { loaded, refresh },
  what,
  waiting = <Spinner label={`Loading ${what}`} />,
}: UnreadProps) {
  const button = useRef<HTMLButtonElement>(null)
  const retry = async () => {
    await refresh()
    // The button that was pressed is gone, and another one in its place by now, or what it was pressed for.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) (button.current ?? document.querySelector('h1'))?.focus()
    })
  }
  switch (loaded.type) {
    case 'loading':
      return waiting
    case 'missing':
    case 'failed':
      return (
        <Banner tone="error">
          <span className={css.failure}>
            {generalFailure}
            <Button ref={button} icon="retry" onPress={() => void retry()}>
              Retry
            </Button>
          </span>
        </Banner>
      )
    case 'offline':
      return <Banner tone="error">You’re offline. This page loads as soon as you’re back online.</Banner>
    default:
      return null
  }
}
