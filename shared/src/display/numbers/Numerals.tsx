import { useCallback, useRef } from 'react'
import css from './Numerals.module.css'
import { formatScore, numeralsWidth } from './score'
import { useCountUp } from './useCountUp'

export interface NumeralsProps {
  value: bigint
  /** digits that the width is held for */
  digits: number
  /** see ShownNumbers */
  name?: number
  className?: string
}

/**
 * A score in compact type, counting up to `value`. It is one text in a box of its own, since all digits of its font are
 * equally wide: a full wall on a slow stick writes eighty of them in a frame.
 */
export function Numerals({ value, digits, name, className }: NumeralsProps) {
  const text = useRef<HTMLSpanElement>(null)

  const write = useCallback((shown: bigint) => {
    const box = text.current
    // One text node for good: a new one would be laid out from nothing.
    if (box?.firstChild) box.firstChild.nodeValue = formatScore(shown)
    else if (box) box.textContent = formatScore(shown)
  }, [])
  useCountUp(value, write, { name })

  return (
    <span className={`${css.numerals} ${className ?? ''}`} style={{ width: `${numeralsWidth(digits)}em` }}>
      <span ref={text} className={css.figures} />
    </span>
  )
}
