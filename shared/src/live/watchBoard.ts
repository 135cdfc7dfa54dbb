import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import type { BoardLive } from './boardLive'
import { browserEnvironment, type LiveEnvironment } from './environment'
import { runBoard } from './runBoard'
import { addressText, type BoardAddress } from './socket'
import { boardAtom, holdBoard, type Store } from './store'

const watches = new WeakMap<Store, Map<string, { address: BoardAddress; watchers: number; end: () => void }>>()

/** The boards that are watched now, in the order in which that began. */
export const listWatched = (store: Store): BoardAddress[] =>
  [...(watches.get(store)?.values() ?? [])].map(({ address }) => address)

/**
 * Keeps `boardAtom(address)` of the store up to date. Several watchers of one board share one connection;
 * the environment is the first one's.
 * @returns ends this watch; the last one closes the connection and leaves the last scores in the atom
 */
export function watchBoard(store: Store, address: BoardAddress, environment: LiveEnvironment): () => void {
  const text = addressText(address)
  const ofStore = watches.get(store) ?? new Map()
  watches.set(store, ofStore)
  let watch = ofStore.get(text)
  if (!watch) {
    const letGo = holdBoard(address)
    const stop = runBoard(store, address, environment)
    const end = () => {
      stop()
      letGo()
    }
    watch = { address, watchers: 0, end }
    ofStore.set(text, watch)
  }
  const running = watch
  running.watchers += 1

  let ended = false
  return () => {
    if (ended) return
    ended = true
    running.watchers -= 1
    if (running.watchers > 0) return
    ofStore.delete(text)
    running.end()
  }
}

/** A board as it is now, kept up to date while the component is mounted. */
export function useBoard({ type, id, key }: BoardAddress, environment = browserEnvironment): BoardLive {
  const store = useStore()
  useEffect(() => watchBoard(store, { type, id, key }, environment), [store, type, id, key, environment])
  return useAtomValue(boardAtom({ type, id, key }))
}
