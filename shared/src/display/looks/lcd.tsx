import { useCallback, useRef } from 'react'
import type { MachineLook } from '../figures/look'
import { formatScore, numeralsWidth } from '../numbers/score'
import { useCountUp } from '../numbers/useCountUp'
import type { FiguresProps } from '../segments/Segments'
import { Spoken } from '../Spoken'
import css from './lcd.module.css'
import { ScreenBanner, ScreenStrip } from './WordBanner'

/** Of the compact figures, whose capitals are this much smaller than their type, so that a digit is 1 em high. */
const grown = 1.39
const rim = 0.1
const width = (digits: number) => Math.round((grown * numeralsWidth(digits) + 2 * rim) * 1000) / 1000

/** A score in bright figures lit from their edges, counting up as one text. */
function Numbers({ value, digits, glow, still, blank, name, className }: FiguresProps) {
  const figures = useRef<HTMLSpanElement>(null)
  const write = useCallback(
    (shown: bigint) => {
      const box = figures.current
      const text = blank ? '' : formatScore(shown)
      // One text node for good: a new one would be laid out from nothing.
      if (box?.firstChild) box.firstChild.nodeValue = text
      else if (box) box.textContent = text
    },
    [blank],
  )
  useCountUp(value, write, { still, name })
  return (
    <span className={[css.numbers, glow && css.glowing, className].filter(Boolean).join(' ')} style={{ width: `${width(digits)}em` }}>
      {!blank && <Spoken>{formatScore(value)}</Spoken>}
      <span ref={figures} className={css.figures} aria-hidden="true" />
    </span>
  )
}

/** The colour displays since 2013. */
export const lcd: MachineLook = { Figures: Numbers, width, Banner: ScreenBanner, Strip: ScreenStrip, stage: css.stage }
