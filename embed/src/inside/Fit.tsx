import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import css from './root.module.css'

interface FitProps {
  /** takes the px of what is shown, whenever they change */
  onSize(size: { width: number; height: number }): void
  children: ReactNode
}

/** Shows something of an exact size as large as it fits in. */
export function Fit({ onSize, children }: FitProps) {
  const inner = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  const [size, setSize] = useState<{ width: number; height: number }>()

  useLayoutEffect(() => {
    const shown = inner.current!
    const frame = shown.parentElement!
    const measure = () => {
      const { offsetWidth: width, offsetHeight: height } = shown
      if (width === 0 || height === 0) return
      setScale(Math.min(frame.clientWidth / width, frame.clientHeight / height))
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(shown)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    if (size) onSize(size)
  }, [size, onSize])

  return (
    <div className={css.fill}>
      <div ref={inner} className={css.fit} style={{ transform: `translate(-50%, -50%) scale(${scale})` }}>
        {children}
      </div>
    </div>
  )
}
