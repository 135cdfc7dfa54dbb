import { hasCommaAfter, sevenSegments, type DigitShapes } from '@multiball/shared/glyphs'
import { useCallback, useMemo, useRef } from 'react'
import { formatScore } from '../numbers/score'
import { useCountUp } from '../numbers/useCountUp'
import { Spoken } from '../Spoken'
import css from './Segments.module.css'

export interface DigitsProps {
  value: bigint
  /** cells held; the unlit ones in front keep the width while counting */
  digits: number
  /** a soft light around the lit segments; for at most one score of a board */
  glow?: boolean
  /** shows `value` at once, for numbers that are no scores */
  still?: boolean
  /** nothing lit, nothing said: a display that waits */
  blank?: boolean
  /** see ShownNumbers */
  name?: number
  className?: string
}

export interface SegmentsProps extends DigitsProps {
  /** which digits; seven segments without */
  shapes?: DigitShapes
}

/** A score in segment digits, 1 em high, counting up to `value`. Colour is `color`, unlit segments `--w-unlit`. */
export function Segments({
  value,
  digits,
  glow,
  still,
  blank,
  name,
  className,
  shapes = sevenSegments,
}: SegmentsProps) {
  const group = useRef<SVGGElement>(null)
  const cells = useMemo(() => Array.from({ length: digits }, (_, index) => index), [digits])
  const unlit = useMemo(() => shapes.unlitCells(digits), [digits, shapes])

  const write = useCallback(
    (shown: bigint) => {
      const text = blank ? '' : String(shown)
      const paths = group.current?.children ?? []
      for (let index = 0; index < digits; index++) {
        const lit = shapes.litCell(text[text.length - digits + index] ?? '', hasCommaAfter(index, digits))
        const path = paths[index]
        if (path && path.getAttribute('d') !== lit) path.setAttribute('d', lit)
      }
    },
    [digits, blank, shapes],
  )
  useCountUp(value, write, { still, name })

  const width = shapes.width(digits)
  return (
    <span className={`${css.segments} ${className ?? ''}`}>
      {!blank && <Spoken>{formatScore(value)}</Spoken>}
      <svg
        className={css.drawing}
        style={{ width: `${width}em` }}
        viewBox={`0 0 ${Math.round(width * 100)} 100`}
        aria-hidden="true"
        focusable="false"
      >
        <path className={css.unlit} transform={shapes.transform} d={unlit} />
        <g ref={group} className={glow ? css.glowing : css.lit} transform={shapes.transform}>
          {cells.map((index) => (
            <path key={index} transform={`translate(${shapes.cellLeft(index, digits)} 0)`} />
          ))}
        </g>
      </svg>
    </span>
  )
}
