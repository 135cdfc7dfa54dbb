import { Dot } from '@multiball/shared/ui'
import type { RowState } from './kind'
import css from './StateMark.module.css'

/** What a board is doing. Where a game may be on, its dot is filled while one is. */
export const StateMark = ({ text, isPlaying }: RowState) => (
  <span className={css.mark} data-playing={isPlaying}>
    {isPlaying !== undefined && <Dot isOn={isPlaying} />}
    {text}
  </span>
)
