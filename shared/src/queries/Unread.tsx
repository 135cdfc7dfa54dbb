import { generalFailure } from '@multiball/shared/client'
import { Banner, Button, Spinner } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import css from './Unread.module.css'
import type { Read } from './useRead'

interface UnreadProps {
  read: Pick<Read<unknown>, 'loaded' | 'refresh'>
  /** such as 'your TVs': stands after 'Loading' */
  what: string
  /** in place of the spinner */
  waiting?: ReactNode
}

/** What stands in for what is not read: on its way, failed with Retry, or waiting for a network. Nothing once it is there. Pages that have a word for what is missing say it before. */
export function Unread({ read: { loaded, refresh }, what, waiting = <Spinner label={`Loading ${what}`} /> }: UnreadProps) {
  switch (loaded.type) {
    case 'loading':
      return waiting
    case 'missing':
    case 'failed':
      return (
        <Banner tone="error">
          <span className={css.failure}>
            {generalFailure}
            <Button icon="retry" onPress={() => void refresh()}>
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
