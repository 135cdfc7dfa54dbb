import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import css from './ScaledScreen.module.css'

/** The inner width of an element in px, kept up to date; 0 before it is laid out. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    const measure = () => setWidth(measured.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return width
}

interface ScaledScreenProps {
  /** px that the screen is drawn at, default 1920 × 1080 */
  width?: number
  height?: number
  children: ReactNode
}

/** A screen drawn at its own size and fitted to the width there is. Nothing on it can be pressed. */
export function ScaledScreen({ width = 1920, height = 1080, children }: ScaledScreenProps) {
  const box = useRef<HTMLDivElement>(null)
  const scale = useWidth(box) / width
  return (
    <div ref={box} className={css.box} style={{ height: height * scale }}>
      <div className={css.screen} style={{ width, height, transform: `scale(${scale})` }}>
        {children}
      </div>
    </div>
  )
}
