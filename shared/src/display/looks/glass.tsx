import {
  dotCapitals,
  litText,
  segmentsWidth,
  slant,
  starburst,
  textAdvance,
  textCells,
  unlitText,
} from '@multiball/shared/glyphs'
import { useMemo, useRef } from 'react'
import type { DotMatrixProps } from '../dots/DotMatrix'
import type { MachineLook } from './look'
import { Segments, type DigitsProps } from '../segments/Segments'
import { Spoken } from '../Spoken'
import { useSize } from '../stage/useSize'
import css from './glass.module.css'
import { LampBanner, LampStrip } from './WordBanner'

/** Left and right of the digits, behind the same glass. */
const rim = 0.16
const width = (digits: number) => Math.round((segmentsWidth(digits) + 2 * rim) * 1000) / 1000

const classes = (kind: string | undefined, { glow, className }: DigitsProps) =>
  [css.glass, kind, glow && css.glowing, className].filter(Boolean).join(' ')

const Numeric = (props: DigitsProps) => (
  <span className={classes(css.numeric, props)}>
    <Segments {...props} className={css.figures} />
  </span>
)

const Alphanumeric = (props: DigitsProps) => (
  <span className={classes(css.alphanumeric, props)}>
    <Segments {...props} className={css.figures} shapes={starburst} />
  </span>
)

/** Of the panel's height, at rest; and how much smaller a long text gets before plain letters are larger. */
const resting = 0.6
const loud = 0.76
const smallest = 0.5
const usualSize = { width: 1728, height: 136 }

/** A text in the segments of the scores, over the whole panel, or in plain letters where it does not fit. The panel stays, as it is what is measured. */
function SegmentBanner(props: DotMatrixProps) {
  const { text, color, isNew, isLoud, className } = props
  const panel = useRef<HTMLDivElement>(null)
  const measured = useSize(panel)
  const size = measured.width > 0 ? measured : usualSize
  const capitals = dotCapitals(text)
  const cells = capitals === undefined ? undefined : textCells(capitals)
  const columnsAt = (height: number) => Math.floor((size.width / height - 0.5) / (textAdvance / 100))
  const height = Math.min(
    (isLoud ? loud : resting) * size.height,
    size.width / (((cells?.length ?? 0) * textAdvance) / 100 + 0.6),
  )
  const columns = columnsAt(height)
  const unlit = useMemo(() => unlitText(columns), [columns])
  const boxWidth = columns * textAdvance
  return (
    <div ref={panel} className={`${css.banner} ${className ?? ''}`} data-color={color} style={{ color }}>
      {cells && height >= resting * smallest * size.height ? (
        <>
          <Spoken>{text}</Spoken>
          <svg
            style={{ width: `${(boxWidth / 100) * height}px`, height: `${height}px` }}
            viewBox={`0 0 ${boxWidth} 100`}
            aria-hidden="true"
            focusable="false"
          >
            <path className={css.unlit} transform={slant} d={unlit} />
            <path
              key={isNew ? text : 'steady'}
              className={isNew ? css.warming : undefined}
              transform={slant}
              d={litText(cells, Math.floor((columns - cells.length) / 2))}
            />
          </svg>
        </>
      ) : (
        <LampBanner {...props} className={css.letters} />
      )}
    </div>
  )
}

export const looks = {
  /** gas-discharge digits of the first solid-state machines */
  numeric: { Figures: Numeric, fewestDigits: 7, width, Banner: LampBanner, Strip: LampStrip, stage: css.numericStage },
  /** displays of 1985 to 1991, which can write */
  alphanumeric: { Figures: Alphanumeric, width, Banner: SegmentBanner, Strip: LampStrip, stage: css.alphanumericStage },
} satisfies Record<string, MachineLook>
