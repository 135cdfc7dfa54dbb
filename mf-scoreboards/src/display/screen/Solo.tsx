import { PlayerName, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import { accentStyle } from '../accentStyle'
import type { PlayerLine } from '../playerLines'
import { Score } from './Score'
import css from './Solo.module.css'

interface SoloProps {
  line: PlayerLine
  digits: number
  isOver: boolean
}

/** One player has the screen: a score as wide as the wall, on a panel where the wall is upright. */
export function Solo({ line, digits, isOver }: SoloProps) {
  const { palette, shape } = useStage()
  const style = {
    ...accentStyle(palette, line.position, shape === 'tall' ? 'lit' : 'page'),
    '--chars': line.name.length,
  } as CSSProperties
  return (
    <section className={css.solo} style={style}>
      <div className={css.head}>
        <PlayerName className={css.name} name={line.name} initials={line.initials} />
        {isOver && <span className={css.note}>Final score</span>}
      </div>
      <Score className={css.score} value={line.score} digits={digits} slot={line.position} glow />
    </section>
  )
}
