import type { Tv } from '@multiball/shared/schema'
import { useCallback, useEffect, useState } from 'react'
import { loadTvs } from './loadTvs'

export type LoadedTvs = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; tvs: readonly Tv[] }

const againMs = 5_000

/** The owner's TVs; with `isLive` kept up to date while the page is in view. */
export function useTvs(isLive: boolean): { loaded: LoadedTvs; refresh(): void } {
  const [loaded, setLoaded] = useState<LoadedTvs>({ type: 'loading' })
  const [turn, setTurn] = useState(0)
  const refresh = useCallback(() => setTurn((count) => count + 1), [])

  useEffect(() => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      if (isLive) timer = setTimeout(document.visibilityState === 'visible' ? refresh : again, againMs)
    }
    loadTvs(controller.signal).then(
      (tvs) => {
        setLoaded({ type: 'ready', tvs })
        again()
      },
      () => {
        if (controller.signal.aborted) return
        // What is known stays.
        setLoaded((before) => (before.type === 'ready' ? before : { type: 'failed' }))
        again()
      },
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [turn, isLive, refresh])

  return { loaded, refresh }
}
