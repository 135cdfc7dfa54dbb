import { useEffect, useState } from 'react'
import { listOwnBoards } from './ownBoards'
import type { BoardChoice } from './ownBoards'

export type OwnBoards = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; choices: BoardChoice[] }

/** All boards of the owner, whatever their type. */
export function useOwnBoards(owner: number): OwnBoards {
  const [own, setOwn] = useState<OwnBoards>({ type: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    listOwnBoards(owner, controller.signal).then(
      (choices) => setOwn({ type: 'ready', choices }),
      () => !controller.signal.aborted && setOwn({ type: 'failed' }),
    )
    return () => controller.abort()
  }, [owner])
  return own
}
