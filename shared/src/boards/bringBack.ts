import type { Store } from '@multiball/shared/live'
import type { BoardType } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { createContext, useContext } from 'react'
import { displayAtom, retryDisplay } from './useDisplay'

/**
 * Brings the display of a board type back, as far as that can be done. Never fails.
 * @param byHand a person asked
 */
export type BringBack = (store: Store, type: BoardType, byHand: boolean) => Promise<void>

/** Asks the network again for a display that it did not bring. One that did not start would stay in memory each time: only a person may try that. */
export const bringBackPassing: BringBack = async (store, type, byHand) => {
  const display = store.get(displayAtom(type))
  if (display.type === 'failed' && (byHand || display.failure.isPassing)) await retryDisplay(store, type)
}

/** What the page can do for a display that is missing, wherever on it. */
export const BringBackContext = createContext<BringBack>(bringBackPassing)

/** The page's way to bring the display of this type back, for a card or a note in its place. */
export function useBringBack(type: BoardType): (byHand: boolean) => Promise<void> {
  const store = useStore()
  const bringBack = useContext(BringBackContext)
  return (byHand) => bringBack(store, type, byHand)
}
