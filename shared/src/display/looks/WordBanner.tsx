import { useRef, type CSSProperties } from 'react'
import { tint } from '../colors/palette'
import type { DotMatrixProps } from '../dots/DotMatrix'
import type { DotStripProps } from '../dots/DotStrip'
import { nameFace } from '../names/nameFace'
import { useSize } from '../stage/useSize'
import css from './WordBanner.module.css'

/** em of a capital with its space, on average */
const letter = 0.47
/** Shares of the panel's height that the words take. */
const largest = 0.68
const smallest = 0.36
const loud = 0.84

type Face = 'lamp' | 'screen'

/** Words as large as they fit: 'lamp' is glass with a lamp behind it, 'screen' a bar of a colour display. */
function Words({ face, text, color, isNew, isLoud, className }: DotMatrixProps & { face: Face }) {
  const panel = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(panel)
  const size =
    width > 0
      ? `${Math.max(height * smallest, Math.min(height * (isLoud ? loud : largest), (width * 0.92) / (text.length * letter)))}px`
      : undefined
  return (
    <div
      ref={panel}
      className={`${css.panel} ${css[face]} ${className ?? ''}`}
      style={colors(color)}
      data-color={color}
    >
      <span
        key={isNew ? text : 'steady'}
        className={[css.words, nameFace(text) === 'wide' && css.wide, isNew && css.warming].filter(Boolean).join(' ')}
        style={{ fontSize: size }}
        dir="auto"
      >
        {text}
      </span>
    </div>
  )
}

const colors = (color: string) =>
  ({
    color,
    '--word': color,
    '--behind': tint(color, 0.14),
    '--edge': tint(color, 0.4),
    '--halo': tint(color, 0.65),
  }) as CSSProperties

export const LampBanner = (props: DotMatrixProps) => <Words face="lamp" {...props} />
export const ScreenBanner = (props: DotMatrixProps) => <Words face="screen" {...props} />

/** The same in a cell, sized by its font-size. */
function Line({ face, text, color, className }: DotStripProps & { face: Face }) {
  return (
    <div className={`${css.panel} ${css.line} ${css[face]} ${className ?? ''}`} style={colors(color)}>
      <span className={nameFace(text) === 'wide' ? `${css.words} ${css.wide}` : css.words} dir="auto">
        {text}
      </span>
    </div>
  )
}

export const LampStrip = (props: DotStripProps) => <Line face="lamp" {...props} />
export const ScreenStrip = (props: DotStripProps) => <Line face="screen" {...props} />
