import { useSize, type Size } from '@multiball/shared/display'
import { useEffect, useRef, type ReactNode } from 'react'
import css from './EmbeddedBoard.module.css'

/** Below this width the lines of a wide board are too small to be read: an upright one has cards. */
const uprightBelow = 480

/** px: the size at which a board without a size of its own looks as it is meant to. It follows from the width alone, so that it settles. */
export const wishedSize = (width: number): Size => ({
  width,
  height: Math.round(width < uprightBelow ? (width * 4) / 3 : (width * 9) / 16),
})

/** How a canvas is put into a frame, whole and in its middle. */
export function fit(canvas: Size, frame: Size): { scale: number; left: number; top: number } {
  const scale = Math.min(frame.width / canvas.width, frame.height / canvas.height)
  return { scale, left: (frame.width - canvas.width * scale) / 2, top: (frame.height - canvas.height * scale) / 2 }
}

interface FitProps {
  /** takes the px of what is shown, whenever they change */
  onSize(size: Size): void
  children: ReactNode
}

/** Shows something of an exact size as large as its place allows. */
export function Fit({ onSize, children }: FitProps) {
  const frame = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const place = useSize(frame)
  const size = useSize(canvas)
  const isMeasured = size.width > 0 && size.height > 0
  const { scale, left, top } = isMeasured ? fit(size, place) : { scale: 1, left: 0, top: 0 }
  useEffect(() => {
    if (isMeasured) onSize(size)
  }, [isMeasured, size, onSize])
  return (
    <div ref={frame} className={css.fill}>
      <div ref={canvas} className={css.fit} style={{ transform: `translate(${left}px, ${top}px) scale(${scale})` }}>
        {children}
      </div>
    </div>
  )
}
