import { Icon, useIsPhone } from '@multiball/shared/ui'
import { useEffect, useRef } from 'react'
import css from './PullDown.module.css'

/** px that the page is pulled before letting go opens Jump */
const enough = 96
/** px before a touch is taken for a pull, and not for a tap */
const slack = 12

interface PullDownProps {
  /** the first pixels of a pull */
  onPull(): void
  onRelease(): void
}

/** What is moved by touch itself. */
const moves = '[role=dialog], [role=alertdialog], [role=slider], input, textarea, select, [data-drag]'

/**
 * Pulling the page down from its top, on phones. It only looks on: scrolling goes on as ever, and a page that is scrolled, a
 * second finger or a movement aside ends it.
 */
export function PullDown({ onPull, onRelease }: PullDownProps) {
  const isPhone = useIsPhone()
  const mark = useRef<HTMLDivElement>(null)
  const latest = useRef({ onPull, onRelease })
  useEffect(() => {
    latest.current = { onPull, onRelease }
  })

  useEffect(() => {
    if (!isPhone) return
    let from: { x: number; y: number } | undefined
    let pulled = 0
    const draw = (distance: number) => {
      pulled = distance
      mark.current?.style.setProperty('--pulled', `${Math.min(distance, enough * 1.25)}px`)
      mark.current?.toggleAttribute('data-pulled', distance > 0)
      mark.current?.toggleAttribute('data-enough', distance >= enough)
    }
    const end = () => {
      from = undefined
      draw(0)
    }
    const start = ({ touches, target }: TouchEvent) => {
      const [touch] = touches
      const isOwn = target instanceof Element && target.closest(moves) !== null
      from =
        touches.length === 1 && touch && window.scrollY <= 0 && !isOwn
          ? { x: touch.clientX, y: touch.clientY }
          : undefined
    }
    const move = ({ touches }: TouchEvent) => {
      const [touch] = touches
      if (!from || !touch) return
      const down = touch.clientY - from.y - slack
      const aside = Math.abs(touch.clientX - from.x)
      if (touches.length > 1 || window.scrollY > 0 || (pulled === 0 && aside > slack && aside > down)) return end()
      if (pulled === 0 && down > 0) latest.current.onPull()
      draw(Math.max(0, down))
    }
    const release = () => {
      const isEnough = from !== undefined && pulled >= enough
      end()
      if (isEnough) latest.current.onRelease()
    }
    const passive = { passive: true }
    window.addEventListener('touchstart', start, passive)
    window.addEventListener('touchmove', move, passive)
    window.addEventListener('touchend', release, passive)
    window.addEventListener('touchcancel', end, passive)
    return () => {
      window.removeEventListener('touchstart', start)
      window.removeEventListener('touchmove', move)
      window.removeEventListener('touchend', release)
      window.removeEventListener('touchcancel', end)
    }
  }, [isPhone])

  return (
    <div ref={mark} className={css.mark} aria-hidden="true">
      <Icon name="search" />
      <span>Jump to</span>
    </div>
  )
}
