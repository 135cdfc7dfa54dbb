import type { BoardType } from '@multiball/shared/schema'
import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import { listAtom } from './listAtom'
import type { ListState } from './listAtom'
import { loadBoards } from './loadBoards'

export type LoadedList = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; list: ListState }

/** The owner's list: what is known of it at once, and what the server says now. */
export function useBoardList(type: BoardType, owner: number): LoadedList {
  const [known, setKnown] = useAtom(listAtom(type))
  const [isFailed, setFailed] = useState(false)

  useEffect(() => {
    const controller = new AbortController()
    loadBoards(type, owner, controller.signal).then(
      (boards) => setKnown({ owner, boards }),
      () => {
        if (!controller.signal.aborted) setFailed(true)
      },
    )
    return () => controller.abort()
  }, [type, owner, setKnown])

  if (isFailed) return { type: 'failed' }
  return known?.owner === owner ? { type: 'ready', list: known } : { type: 'loading' }
}
