import { useEffect, useState } from 'react'
import { listOwnBoards } from './ownBoards'
import type { OwnBoard } from './ownBoards'

export type OwnBoards = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; boards: OwnBoard[] }

/** All boards of the owner, whatever their type. */
export function useOwnBoards(owner: number): OwnBoards {
  const [own, setOwn] = useState<OwnBoards>({ type: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    listOwnBoards(owner, controller.signal).then(
      (boards) => setOwn({ type: 'ready', boards }),
      () => !controller.signal.aborted && setOwn({ type: 'failed' }),
    )
    return () => controller.abort()
  }, [owner])
  return own
}
