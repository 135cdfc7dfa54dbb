import { useEffect, useRef, type ReactNode } from 'react'
import type { Layer } from './scenes'
import css from './TvLayer.module.css'

interface TvLayerProps {
  phase: Layer['phase']
  onReady(): void
  onGone(): void
  children: ReactNode
}

const fadeMs = 240

/** The sentence of a page that waits has this role; what went wrong has another. */
const isWaiting = (layer: HTMLElement) =>
  layer.childElementCount === 0 || layer.querySelector('.mb-waiting [role="status"]') !== null

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** One scene on the screen. It is mounted, loaded and laid out before it is seen, and fades away over what comes next. */
export function TvLayer({ phase, onReady, onGone, children }: TvLayerProps) {
  const layer = useRef<HTMLDivElement>(null)
  const told = useRef({ onReady, onGone })
  useEffect(() => {
    told.current = { onReady, onGone }
  })

  useEffect(() => {
    const element = layer.current
    if (phase !== 'coming' || !element) return
    let frame = 0
    const look = () => {
      if (isWaiting(element)) return
      observer.disconnect()
      // It is painted once before it is seen.
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(() => told.current.onReady())))
    }
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true })
    look()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [phase])

  useEffect(() => {
    if (phase !== 'leaving') return
    const timer = setTimeout(() => told.current.onGone(), isStill() ? 0 : fadeMs)
    return () => clearTimeout(timer)
  }, [phase])

  return (
    <div ref={layer} className={`${css.layer} ${css[phase]}`} aria-hidden={phase !== 'shown'}>
      {children}
    </div>
  )
}
