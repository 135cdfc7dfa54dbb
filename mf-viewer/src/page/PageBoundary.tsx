import { DisplayBoundary } from '@multiball/shared/boards'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { FullText } from './FullText'

const retryEveryMs = 30_000

function Waiting({ onRetry }: { onRetry(): void }) {
  const retry = useEffectEvent(() => onRetry())
  useEffect(() => {
    const timer = setInterval(() => retry(), retryEveryMs)
    return () => clearInterval(timer)
  }, [])
  return <FullText text="Waiting for data..." />
}

/** Above all of a viewer: whatever throws outside of a display, as while one is taken away, leaves no empty screen behind. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <DisplayBoundary fallback={(retry) => <Waiting onRetry={retry} />}>{children}</DisplayBoundary>
)
