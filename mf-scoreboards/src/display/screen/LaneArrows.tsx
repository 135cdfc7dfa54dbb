import { ClockContext } from '@multiball/shared/display'
import { useContext, useEffect, useRef } from 'react'
import css from './LaneArrows.module.css'

const stepMs = 400
const arrows = 3

/** Three lane arrows that light one after the other; stepped by hand, since an endless animation draws every frame. */
export function LaneArrows({ className }: { className?: string }) {
  const clock = useContext(ClockContext)
  const drawing = useRef<SVGSVGElement>(null)

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let cancel = () => {}
    const step = () => {
      drawing.current?.setAttribute('data-step', String(Math.floor(clock.now() / stepMs) % arrows))
      cancel = clock.after(stepMs - (clock.now() % stepMs), step)
    }
    step()
    return () => cancel()
  }, [clock])

  return (
    <svg
      ref={drawing}
      className={`${css.arrows} ${className ?? ''}`}
      viewBox="0 0 168 64"
      data-step="0"
      data-moves="fade"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M0 0h24l24 32-24 32h-24l24-32z" />
      <path d="M60 0h24l24 32-24 32h-24l24-32z" />
      <path d="M120 0h24l24 32-24 32h-24l24-32z" />
    </svg>
  )
}
