import type { BoardState } from './boardState'
import css from './BoardStateMark.module.css'

/** What the board's machine is doing; a game in progress has a filled dot, all else a hollow one. */
export function BoardStateMark({ state }: { state: BoardState }) {
  if (state.type === 'unknown') return null
  return (
    <span className={css.mark} data-state={state.type}>
      {state.text}
    </span>
  )
}
