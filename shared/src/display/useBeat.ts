import { useLayoutEffect, useRef, type RefObject } from 'react'
import { isStill } from './motion'

const timing = { duration: 560, easing: 'ease-out' }
const swelling: Keyframe[] = [{ transform: 'none' }, { transform: 'scale(1.4)', offset: 0.25 }, { transform: 'none' }]

/**
 * A beat of an element when `value` becomes another one, but for nothing at all: not at first, nor where motion is not wanted.
 * @param frames what it does; it swells without
 */
export function useBeat<Box extends Element>(
  value: string | boolean,
  frames: readonly Keyframe[] = swelling,
): RefObject<Box | null> {
  const element = useRef<Box>(null)
  const last = useRef(value)
  useLayoutEffect(() => {
    if (last.current === value) return
    last.current = value
    if (value && !isStill()) element.current?.animate([...frames], timing)
  }, [value, frames])
  return element
}
