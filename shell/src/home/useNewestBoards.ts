import { boards, type BoardOf } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'

export type ListedBoards = BoardOf[]
export type NewestBoards = { type: 'loading' } | { type: 'ready'; boards: ListedBoards } | { type: 'failed'; message: string }

export const newestLimit = 10

/** The newest public boards of a type, every owner's. */
export function useNewestBoards(type: BoardType): NewestBoards {
  const [state, setState] = useState<NewestBoards>({ type: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    boards(type)
      .list({ is_public: true, limit: newestLimit, ordering: '-id' }, controller.signal)
      .then(
        ({ results }) => setState({ type: 'ready', boards: results }),
        () => !controller.signal.aborted && setState({ type: 'failed', message: generalFailure }),
      )
    return () => controller.abort()
  }, [type])
  return state
}
