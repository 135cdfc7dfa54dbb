import { useBringBack, type DisplayStateOf } from '@multiball/shared/boards'
import type { BoardType } from '@multiball/shared/schema'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'

const againMs = 30_000

/** Tries again and again to bring a display back that failed to load. */
export function useRetry<Type extends BoardType>(type: Type, display: DisplayStateOf<Type>): void {
  const bringBack = useBringBack(type)
  const again = useEffectEvent(() => void bringBack(false))
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

/** Stands in for a display that threw, and marks it. */
export function Thrown({ onThrown }: ThrownProps) {
  useEffect(onThrown, [onThrown])
  return null
}

/**
 * Whether a display threw while it was drawn: `mark` is for `Thrown`. It is drawn again after a while, as a new child by
 * its key `times`, since the next state may suit it better.
 */
export function useThrown(type: BoardType) {
  const bringBack = useBringBack(type)
  const [{ has, times }, setThrown] = useState({ has: false, times: 0 })
  const mark = useCallback(() => setThrown((before) => ({ ...before, has: true })), [])
  const drawAgain = useEffectEvent(() => void bringBack(false).then(() => setThrown({ has: false, times: times + 1 })))
  useEffect(() => {
    if (!has) return
    const timer = setTimeout(() => drawAgain(), againMs)
    return () => clearTimeout(timer)
  }, [has])
  return { has, times, mark }
}
