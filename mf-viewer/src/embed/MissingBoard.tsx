import { boardTroubles } from '@multiball/shared/schema'
import { useEffect } from 'react'
import { FrameCard } from './FrameCard'
import type { SendEvent } from './frameMessages'

const reloadEveryMs = 60_000

/** A board that is not there for this visitor, as the server has said with the page. Nothing is asked for; the page asks again. */
export function MissingBoard({ send, reload }: { send: SendEvent; reload(): void }) {
  useEffect(() => send('error', boardTroubles.notFound), [send])
  return <FrameCard trouble={boardTroubles.notFound} onRetry={reload} retryEveryMs={reloadEveryMs} />
}
