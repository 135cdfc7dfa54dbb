import { useEffect, type RefObject } from 'react'

const stillAfterMs = 3000

/** Marks the element with `data-still` while the pointer rests, so that no arrow hangs over the scores. */
export function useStillCursor(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = element.current
    if (!frame) return
    let timer: ReturnType<typeof setTimeout>
    const moved = () => {
      frame.removeAttribute('data-still')
      clearTimeout(timer)
      timer = setTimeout(() => frame.setAttribute('data-still', ''), stillAfterMs)
    }
    moved()
    frame.addEventListener('pointermove', moved)
    frame.addEventListener('pointerdown', moved)
    return () => {
      clearTimeout(timer)
      frame.removeEventListener('pointermove', moved)
      frame.removeEventListener('pointerdown', moved)
    }
  }, [element])
}
