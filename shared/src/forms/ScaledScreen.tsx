import { useRef } from 'react'
import type { ReactNode } from 'react'
import css from './ScaledScreen.module.css'
import { useWidth } from './useWidth'

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
