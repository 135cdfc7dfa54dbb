import { ApiError, scoreboards } from '@multiball/shared/api'
import type { Scoreboard } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'

export type LoadedScoreboard = { type: 'loading' } | { type: 'missing' } | { type: 'failed' } | { type: 'ready'; board: Scoreboard }

/** The stored scoreboard; one that is another's secret is missing like one that never was. */
export function useScoreboard(id: number): LoadedScoreboard {
  const [loaded, setLoaded] = useState<LoadedScoreboard>({ type: 'loading' })
  useEffect(() => {
    if (!Number.isSafeInteger(id)) return setLoaded({ type: 'missing' })
    const controller = new AbortController()
    scoreboards.get(id, controller.signal).then(
      (board) => setLoaded({ type: 'ready', board }),
      (thrown: unknown) => {
        if (controller.signal.aborted) return
        setLoaded({ type: thrown instanceof ApiError && thrown.status === 404 ? 'missing' : 'failed' })
      },
    )
    return () => controller.abort()
  }, [id])
  return loaded
}
