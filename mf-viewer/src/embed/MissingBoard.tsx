import { useEffect } from 'react'
import { FrameCard } from './FrameCard'
import type { SendEvent } from './frameMessages'
import { troubles } from './frameReports'

const reloadEveryMs = 60_000

/** A board that is not there for this visitor, as the server has said with the page. Nothing is asked for; the page asks again. */
export function MissingBoard({ send, reload }: { send: SendEvent; reload(): void }) {
  useEffect(() => send('error', troubles.notFound), [send])
  return <FrameCard trouble={troubles.notFound} onRetry={reload} retryEveryMs={reloadEveryMs} />
}
