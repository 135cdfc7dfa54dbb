import { ClockContext } from '@multiball/shared/display'
import type { ScoreboardAttract } from '@multiball/shared/schema'
import { useContext, useEffect, useState } from 'react'

const againMs = 60_000

/**
 * What the server says of a board's machine: asked for at once and then every minute, since a name may have been taken off. What was
 * known stays while it cannot be read; undefined until it was.
 */
export function useAttractNews(board: number, key: string | undefined): ScoreboardAttract | undefined {
  const clock = useContext(ClockContext)
  const [news, setNews] = useState<ScoreboardAttract>()
  useEffect(() => {
    const controller = new AbortController()
    let cancel = () => {}
    const ask = async () => {
      cancel = clock.after(againMs, () => void ask())
      try {
        const { getAttract } = await import('@multiball/shared/api')
        const told = await getAttract(board, Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', { key, signal: controller.signal })
        if (!controller.signal.aborted) setNews(told)
      } catch {
        // The loop goes on with what is known.
      }
    }
    void ask()
    return () => {
      controller.abort()
      cancel()
    }
  }, [clock, board, key])
  return news
}
