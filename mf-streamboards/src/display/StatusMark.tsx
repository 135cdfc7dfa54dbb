import css from './StatusMark.module.css'

/** live: scores come as they happen; waiting: they come late, or not at all. */
export type MarkState = 'live' | 'waiting'

const names: Record<MarkState, string> = { live: 'Live', waiting: 'Not live' }

/** Tells the streamer, and hardly anybody else, whether the scores are live: another shape, then another colour. */
export const StatusMark = ({ state }: { state: MarkState }) => (
  <svg className={css.mark} viewBox="0 0 20 20" role="img" aria-label={names[state]} data-state={state} focusable="false">
    {state === 'live' && <circle className={css.live} cx="10" cy="10" r="7" />}
    {state === 'waiting' && <path className={css.waiting} d="M10 2.5 17.5 10 10 17.5 2.5 10Z" />}
  </svg>
)
