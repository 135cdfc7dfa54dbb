import { displayAtom, retryDisplay, throwFailure, type DisplayFailure, type DisplayStateOf } from '@multiball/shared/boards'
import type { Store } from '@multiball/shared/live'
import type { BoardType } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'

const againMs = 30_000

/** Brings the display of a board type back, as far as that can be done. Never fails. */
export type BringBack = (store: Store, type: BoardType) => Promise<void>

/** Asks the network again for a display that it did not bring. One that did not start would stay in memory each time. */
export const bringBackPassing: BringBack = async (store, type) => {
  const display = store.get(displayAtom(type))
  if (display.type === 'failed' && display.failure.isPassing) await retryDisplay(store, type)
}

/** Tries again and again to bring a display back that failed to load. */
export function useRetry<Type extends BoardType>(type: Type, display: DisplayStateOf<Type>, bringBack: BringBack): void {
  const store = useStore()
  const again = useEffectEvent(() => void bringBack(store, type))
  const hasFailed = display.type === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    const timer = setInterval(() => again(), againMs)
    return () => clearInterval(timer)
  }, [hasFailed])
}

interface ThrownProps {
  onThrown(): void
}

/** Stands in for a display that threw, and says so. */
export function Thrown({ onThrown }: ThrownProps) {
  useEffect(onThrown, [onThrown])
  return null
}

/**
 * Whether a display threw while it was drawn: `mark` is for `Thrown`. It is drawn again after a while, as a new child by
 * its key `times`, since the next state may suit it better.
 */
export function useThrown(type: BoardType, bringBack: BringBack, onThrown?: (failure: DisplayFailure) => void) {
  const store = useStore()
  const [{ has, times }, setThrown] = useState({ has: false, times: 0 })
  const mark = useCallback(() => setThrown((before) => ({ ...before, has: true })), [])
  const tell = useEffectEvent(() => {
    const failure = throwFailure(type)
    if (failure.version !== '-') onThrown?.(failure)
  })
  const drawAgain = useEffectEvent(() => void bringBack(store, type).then(() => setThrown({ has: false, times: times + 1 })))
  useEffect(() => {
    if (!has) return
    tell()
    const timer = setTimeout(() => drawAgain(), againMs)
    return () => clearTimeout(timer)
  }, [has])
  return { has, times, mark }
}
