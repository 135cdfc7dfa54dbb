import { useSize } from '@multiball/shared/display'
import { useRef, type ReactNode } from 'react'
import css from './Frame.module.css'
import { fit, type FrameSize } from './wishedSize'

/** Shows what has an exact size of its own whole and in the middle of the frame, however large that is. */
export function FitCanvas({ canvas, children }: { canvas: FrameSize; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const size = useSize(frame)
  const { scale, left, top } = fit(canvas, size)
  return (
    <div ref={frame} className={css.fill}>
      {scale > 0 && (
        <div className={css.canvas} style={{ ...canvas, transform: `translate(${left}px, ${top}px) scale(${scale})` }}>
          {children}
        </div>
      )}
    </div>
  )
}
