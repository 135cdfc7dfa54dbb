import { dotCapitals, dotColumns, dotPath, glyphHeight } from '@multiball/shared/glyphs'
import { useMemo, useRef, type CSSProperties } from 'react'
import { tint } from '../colors/palette'
import { Spoken } from '../Spoken'
import { useSize, type Size } from '../stage/useSize'
import css from './DotMatrix.module.css'
import { DotStrip } from './DotStrip'

export interface DotMatrixProps {
  text: string
  /** `#rrggbb` */
  color: string
  /** lights column by column instead of at once */
  isNew?: boolean
  /** characters that the dots have room for at their largest; banners that take turns share the default */
  atRest?: number
  /** as large as its panel, larger than banners that take turns */
  isLoud?: boolean
  className?: string
}

/** Before anything is laid out: the shape of a full screen's banner. */
const unmeasured = { width: 1728, height: 136 }

/** A dot-matrix panel that fills its box. A text too long for dots, or with letters they lack, is set in plain type. */
export function DotMatrix({ text, color, isNew, atRest, isLoud, className }: DotMatrixProps) {
  const panel = useRef<HTMLDivElement>(null)
  const measured = useSize(panel)
  const size = measured.width > 0 ? measured : unmeasured
  const capitals = dotCapitals(text)
  const layout = capitals === undefined ? undefined : dotLayout(capitals.length, size, atRest, isLoud)
  return (
    <div ref={panel} className={`${css.panel} ${className ?? ''}`} data-color={color} style={{ color }}>
      {layout && capitals !== undefined ? (
        <>
          <Spoken>{text}</Spoken>
          <Dots capitals={capitals} color={color} isNew={isNew} {...layout} />
        </>
      ) : (
        <DotStrip text={text} color={color} className={css.strip} />
      )}
    </div>
  )
}

interface DotsProps {
  capitals: string
  color: string
  isNew: boolean | undefined
  pitch: number
  columns: number
  rows: number
  left: number
  top: number
}

function Dots({ capitals, color, isNew, pitch, columns, rows, left, top }: DotsProps) {
  const path = useMemo(() => dotPath(capitals, left, top), [capitals, left, top])
  const field = {
    // Around the drawing, whose own colour no system forces: white dots would be lost on its white.
    color,
    width: `${columns * pitch}px`,
    height: `${rows * pitch}px`,
    backgroundImage: `radial-gradient(circle at center, ${tint(color, 0.17)} ${pitch * 0.29}px, transparent ${pitch * 0.36}px)`,
    backgroundSize: `${pitch}px ${pitch}px`,
  }
  return (
    <div className={css.field} style={field} aria-hidden="true">
      <svg
        key={isNew ? capitals : 'steady'}
        className={isNew ? `${css.dots} ${css.lighting}` : css.dots}
        viewBox={`0 0 ${columns} ${rows}`}
        style={{ '--halo': tint(color, 0.75) } as CSSProperties}
        focusable="false"
      >
        <path d={path} stroke="currentColor" strokeWidth={0.88} strokeLinecap="round" fill="none" />
      </svg>
    </div>
  )
}

/** How a text stands on a field of dots. */
interface DotLayout {
  /** px from dot to dot */
  pitch: number
  columns: number
  rows: number
  /** dots left of and above the text */
  left: number
  top: number
}

const restingRows = 11
/** One dot above and below the letters. */
const loudRows = 9
/** Texts up to this long share one pitch, so that banners can take turns on dots that stay. */
const restingCharacters = 16
const smallestPitch = 3.2
/** Plain letters are larger than dots would be beyond this. */
const smallestShare = 0.45

/**
 * Undefined when the dots would be too small to read: the text is then set in plain letters.
 * @param atRest characters that the dots have room for at their largest
 */
export function dotLayout(
  characters: number,
  { width, height }: Size,
  atRest = restingCharacters,
  isLoud = false,
): DotLayout | undefined {
  const room = isLoud ? Math.min(characters, atRest) : atRest
  const resting = Math.min(height / (isLoud ? loudRows : restingRows), width / (dotColumns(room) + 4))
  const fitting = Math.min(resting, width / (dotColumns(characters) + 4))
  if (fitting < smallestPitch || fitting < resting * smallestShare) return undefined
  const pitch = fitting >= 5 ? Math.floor(fitting) : Math.floor(fitting * 4) / 4
  const columns = Math.floor(width / pitch)
  const rows = Math.floor(height / pitch)
  return {
    pitch,
    columns,
    rows,
    left: Math.floor((columns - dotColumns(characters)) / 2),
    top: Math.floor((rows - glyphHeight) / 2),
  }
}
