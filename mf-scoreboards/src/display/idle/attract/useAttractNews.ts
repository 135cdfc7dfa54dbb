import { ClockContext } from '@multiball/shared/display'
import type { ScoreboardAttract } from '@multiball/shared/schema'
import { useContext, useEffect, useState } from 'react'

const againMs = 60_000

interface AttractNews {
  told: ScoreboardAttract
  /** by the screen's clock, ms since 1970 */
  toldAt: number
}

/**
 * Without what was told on a day that is over: a wall without a network may rest past midnight. The server has said which
 * scores are of today: a screen's clock may be wrong by days.
 * @param nowMs by the screen's clock, ms since 1970
 */
export function ofToday(news: AttractNews | undefined, nowMs: number): ScoreboardAttract | undefined {
  if (!news || new Date(news.toldAt).toDateString() === new Date(nowMs).toDateString()) return news?.told
  return { ...news.told, best_today: null, today: [] }
}

/**
 * What the server says of a board's machine: asked for at once and then every minute, since a name may have been taken off. What was
 * known stays while it cannot be read; undefined until it was.
 */
export function useAttractNews(board: number, key: string | undefined): AttractNews | undefined {
  const clock = useContext(ClockContext)
  const [news, setNews] = useState<AttractNews>()
  useEffect(() => {
    const controller = new AbortController()
    let cancel = () => {}
    const ask = async () => {
      cancel = clock.after(againMs, () => void ask())
      try {
        const { getAttract } = await import('@multiball/shared/api')
        const told = await getAttract(board, Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC', {
          key,
          signal: controller.signal,
        })
        if (!controller.signal.aborted) setNews({ told, toldAt: clock.now() })
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
