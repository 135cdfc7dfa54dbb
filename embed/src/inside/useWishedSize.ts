import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { OnEvent } from '../contract'

/** Below this width the lines of a wide board are too small to be read: an upright one has cards. */
const uprightBelow = 480

/** px: how a board without a size of its own looks as it is meant to. It follows from the width alone, so that it settles. */
export const wishedSize = (width: number) => ({ width, height: Math.round(width < uprightBelow ? (width * 4) / 3 : (width * 9) / 16) })

/** Tells the page which size suits a board, while it is shown; a board of an exact size tells its own. */
export function useWishedSize(onEvent: OnEvent, frame: RefObject<HTMLElement | null>, isShown: boolean): void {
  const tell = useEffectEvent((width: number) => onEvent('resize', wishedSize(width)))
  useEffect(() => {
    const element = frame.current
    if (!isShown || !element) return
    let told = 0
    const observer = new ResizeObserver(() => {
      const { clientWidth } = element
      if (clientWidth > 0 && clientWidth !== told) tell((told = clientWidth))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, isShown])
}
