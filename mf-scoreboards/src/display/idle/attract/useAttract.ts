import { ClockContext } from '@multiball/shared/display'
import { useCallback, useContext, useEffect, useState, type ComponentType } from 'react'
import type { AttractProps, Cover } from './Attract'

interface Resting {
  idling: string
  Scenes: ComponentType<AttractProps>
}

/** A wall rests so long before attract mode begins. */
const restMs = 120_000
/** It has so long to load. */
export const aheadMs = 15_000
const againMs = 30_000

/**
 * Attract mode, which is no part of a board's first bytes: loaded and mounted a while before it begins.
 * @param idling names this rest, another one starts over; undefined plays nothing
 */
export function useAttract(idling: string | undefined) {
  const clock = useContext(ClockContext)
  const [resting, setResting] = useState<Resting>()
  const [cover, setCover] = useState<Cover>()
  useEffect(() => {
    if (idling === undefined) return
    let isOver = false
    const load = () =>
      void import('./Attract').then(
        ({ Attract }) => void (isOver || setResting({ idling, Scenes: Attract })),
        () => void (isOver || (cancel = clock.after(againMs, load))),
      )
    let cancel = clock.after(restMs - aheadMs, load)
    return () => {
      isOver = true
      cancel()
      setCover(undefined)
    }
  }, [clock, idling])
  // By the rest that there is now: what begins is not covered until an effect has run.
  const isResting = idling !== undefined && resting?.idling === idling
  return {
    Scenes: isResting ? resting.Scenes : undefined,
    covers: isResting ? cover : undefined,
    onCover: useCallback((next: Cover) => setCover(next), []),
  }
}
