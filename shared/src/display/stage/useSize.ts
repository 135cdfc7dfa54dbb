import { useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Size of an element's box in layout px, before any transform; zeros until laid out. */
export interface Size {
  width: number
  height: number
}

/** The size of `element`, kept up to date. */
export function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const box = element.current
    if (!box) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = box
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
  return size
}
