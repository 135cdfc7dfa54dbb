import { boardTypes } from '@multiball/shared/client'
import type { BoardType } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'
import { listOwnBoards, type BoardChoice } from './boardChoices'

export type OwnBoards = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; choices: BoardChoice[] }

/** The owner's boards. @param types the same array each time; default: every type that the registry knows */
export function useOwnBoards(owner: number, types?: readonly BoardType[]): OwnBoards {
  const [own, setOwn] = useState<OwnBoards>({ type: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    listOwnBoards(types ?? boardTypes().map(({ type }) => type), owner, controller.signal).then(
      (choices) => setOwn({ type: 'ready', choices }),
      () => !controller.signal.aborted && setOwn({ type: 'failed' }),
    )
    return () => controller.abort()
  }, [types, owner])
  return own
}
