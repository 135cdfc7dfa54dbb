import { dotDigits, dotRows } from '@multiball/shared/glyphs'
import { useCallback, useRef } from 'react'
import { DotMatrix } from '../dots/DotMatrix'
import { DotStrip } from '../dots/DotStrip'
import type { MachineLook } from './look'
import { formatScore, numeralsWidth } from '../numbers/score'
import { useCountUp } from '../numbers/useCountUp'
import { Segments, type DigitsProps } from '../segments/Segments'
import { Spoken } from '../Spoken'
import { useSize } from '../stage/useSize'
import css from './screens.module.css'
import { ScreenBanner, ScreenStrip } from './WordBanner'

/** Left and right of the dots. */
const dotsRim = 0.06
const dotsWidth = (digits: number) => Math.round((dotDigits.width(digits) + 2 * dotsRim) * 1000) / 1000

/** px, as banners have it: closer together, dots would be a haze. */
const smallestPitch = 3.2

function Dots(props: DigitsProps) {
  const panel = useRef<HTMLSpanElement>(null)
  const { height } = useSize(panel)
  const isFine = height > 0 && height < smallestPitch * dotRows
  return (
    <span
      ref={panel}
      className={[css.dots, props.glow && css.lit, isFine && css.fine, props.className].filter(Boolean).join(' ')}
    >
      <Segments {...props} glow={false} className={css.matrix} shapes={dotDigits} />
    </span>
  )
}

/** Of the compact digits, which are smaller than their type: with its comma, a digit fills the panel. */
const grown = 1.32
const numbersRim = 0.1
const numbersWidth = (digits: number) => Math.round((grown * numeralsWidth(digits) + 2 * numbersRim) * 1000) / 1000

/** A score in bright digits lit from their edges, counting up as one text. */
function Numbers({ value, digits, glow, still, blank, name, className }: DigitsProps) {
  const element = useRef<HTMLSpanElement>(null)
  const write = useCallback(
    (shown: bigint) => {
      const box = element.current
      const text = blank ? '' : formatScore(shown)
      // One text node for good: a new one would be laid out from nothing.
      if (box?.firstChild) box.firstChild.nodeValue = text
      else if (box) box.textContent = text
    },
    [blank],
  )
  useCountUp(value, write, { still, name })
  return (
    <span
      className={[css.numbers, glow && css.glowing, className].filter(Boolean).join(' ')}
      style={{ width: `${numbersWidth(digits)}em` }}
    >
      {!blank && <Spoken>{formatScore(value)}</Spoken>}
      <span ref={element} className={css.figures} aria-hidden="true" />
    </span>
  )
}

export const looks = {
  /** the machines of 1991 to 2013 */
  'dot-matrix': { Figures: Dots, width: dotsWidth, Banner: DotMatrix, Strip: DotStrip, stage: css.dotsStage },
  /** colour displays since 2013 */
  lcd: { Figures: Numbers, width: numbersWidth, Banner: ScreenBanner, Strip: ScreenStrip, stage: css.lcdStage },
} satisfies Record<string, MachineLook>
