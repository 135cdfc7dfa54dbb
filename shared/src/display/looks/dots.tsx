import { DotMatrix } from '../dots/DotMatrix'
import { DotStrip } from '../dots/DotStrip'
import type { MachineLook } from '../figures/look'
import { Segments, type FiguresProps } from '../segments/Segments'
import { dotFigures } from './dotFigures'
import css from './dots.module.css'

/** Left and right of the dots. */
const rim = 0.06
const width = (digits: number) => Math.round((dotFigures.width(digits) + 2 * rim) * 1000) / 1000

const Dots = (props: FiguresProps) => (
  <span className={[css.panel, props.glow && css.glowing, props.className].filter(Boolean).join(' ')}>
    <Segments {...props} glow={false} className={css.figures} shapes={dotFigures} />
  </span>
)

/** The dot matrix of the machines of 1991 to 2013. */
export const dotMatrix: MachineLook = { Figures: Dots, width, Banner: DotMatrix, Strip: DotStrip, stage: css.stage }
