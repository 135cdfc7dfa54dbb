import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import type { BoardAddress } from './address'
import type { BoardLive } from './boardLive'
import { browserEnvironment } from './browserEnvironment'
import { boardAtom } from './store'
import { watchBoard } from './watchBoard'

/** A board as it is now, kept up to date while the component is mounted. */
export function useBoard({ type, id, key }: BoardAddress, environment = browserEnvironment): BoardLive {
  const store = useStore()
  useEffect(() => watchBoard(store, { type, id, key }, environment), [store, type, id, key, environment])
  return useAtomValue(boardAtom({ type, id, key }))
}
