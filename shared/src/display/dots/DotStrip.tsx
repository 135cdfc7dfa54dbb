import type { CSSProperties } from 'react'
import { tint } from '../colors/palette'
import { nameFace } from '../names/nameFace'
import { useLettersOf } from '../names/letters'
import css from './DotStrip.module.css'

export interface DotStripProps {
  text: string
  /** `#rrggbb` */
  color: string
  className?: string
}

/** A banner in plain capitals on unlit dots, for where a dot matrix would be too small; sized by its font-size. */
export function DotStrip({ text, color, className }: DotStripProps) {
  const colors = { '--strip': color, '--strip-dot': tint(color, 0.3) } as CSSProperties
  useLettersOf(text)
  return (
    <div className={`${css.strip} ${className ?? ''}`} style={colors}>
      <span className={`${css.text} ${nameFace(text) === 'wide' ? css.wide : ''}`} dir="auto">
        {text}
      </span>
    </div>
  )
}
