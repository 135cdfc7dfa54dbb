import { useCallback, useMemo, useRef } from 'react'
import css from './Numerals.module.css'
import { formatScore } from './score'
import { Spoken } from './Spoken'
import { useCountUp } from './useCountUp'
import { numeralsWidth } from './widths'

export interface NumeralsProps {
  value: bigint
  /** digits that the width is held for */
  digits: number
  className?: string
}

/** A score in compact type, counting up to `value`: each digit in a cell of its own, so nothing reflows. */
export function Numerals({ value, digits, className }: NumeralsProps) {
  const figures = useRef<HTMLSpanElement>(null)
  const longest = useMemo(() => formatScore(10n ** BigInt(digits - 1)), [digits])

  const write = useCallback(
    (shown: bigint) => {
      const text = formatScore(shown).padStart(longest.length)
      const cells = figures.current?.children ?? []
      for (let index = 0; index < longest.length; index++) {
        const cell = cells[index]
        const character = text[text.length - longest.length + index]?.trim() ?? ''
        if (cell && cell.textContent !== character) cell.textContent = character
      }
    },
    [longest],
  )
  useCountUp(value, write)

  return (
    <span className={`${css.numerals} ${className ?? ''}`} style={{ width: `${numeralsWidth(digits)}em` }}>
      <Spoken>{formatScore(value)}</Spoken>
      <span ref={figures} className={css.figures} aria-hidden="true">
        {[...longest].map((character, index) => (
          <span key={index} className={character === ',' ? css.separator : css.digit} />
        ))}
      </span>
    </span>
  )
}
