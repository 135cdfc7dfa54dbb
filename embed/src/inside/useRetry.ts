import { retryDisplay, type DisplayState } from '@multiball/shared/boards'
import type { BoardType } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useEffect } from 'react'

const againMs = 30_000

/** Asks the network again for a display that it did not bring. One that did not start would stay in memory each time. */
export function useRetry<Type extends BoardType>(type: Type, display: DisplayState<Type>): void {
  const store = useStore()
  const isPassing = display.type === 'failed' && display.failure.isPassing
  useEffect(() => {
    if (!isPassing) return
    const timer = setInterval(() => void retryDisplay(store, type), againMs)
    return () => clearInterval(timer)
  }, [store, type, isPassing])
}
