import css from './GamesMark.module.css'

/** How many of its boards show a game in progress; the dot is filled where any does. */
export const GamesMark = ({ count }: { count: number }) => (
  <span className={css.mark} data-state={count > 0 ? 'playing' : 'still'}>
    {count === 0 ? 'No game on' : `${count} ${count === 1 ? 'game' : 'games'} on`}
  </span>
)
