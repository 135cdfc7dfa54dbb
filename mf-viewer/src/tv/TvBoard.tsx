import { displaysOf, startDisplay } from '@multiball/shared/boards'
import type { BoardAddress } from '@multiball/shared/live'
import { useStore } from 'jotai'
import { useEffect } from 'react'
import { BoardPage } from '../page/BoardPage'

/** The board of a TV, as its viewer shows it. */
export function TvBoard({ address }: { address: BoardAddress }) {
  const store = useStore()
  const { type } = address
  useEffect(() => {
    for (const shown of displaysOf(type)) void startDisplay(store, shown)
  }, [store, type])
  return <BoardPage address={address} />
}
