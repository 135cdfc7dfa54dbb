import { boards, type BoardOf } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'

export type LoadedBoard = { type: 'loading' } | { type: 'missing' } | { type: 'failed' } | { type: 'ready'; board: BoardOf }

/** A stored board; one that is another's secret is missing like one that never was. */
export function useStoredBoard(type: BoardType, id: number): LoadedBoard {
  const [loaded, setLoaded] = useState<LoadedBoard>({ type: 'loading' })
  useEffect(() => {
    if (!Number.isSafeInteger(id)) return setLoaded({ type: 'missing' })
    const controller = new AbortController()
    boards(type)
      .get(id, controller.signal)
      .then(
        (board) => setLoaded({ type: 'ready', board }),
        (thrown: unknown) => {
          if (controller.signal.aborted) return
          setLoaded({ type: thrown instanceof ApiError && thrown.status === 404 ? 'missing' : 'failed' })
        },
      )
    return () => controller.abort()
  }, [type, id])
  return loaded
}
