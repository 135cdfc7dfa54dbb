import css from './GameMark.module.css'

/** Whether a game is played on its machines just now; the dot is filled where one is. */
export const GameMark = ({ isOn }: { isOn: boolean }) => (
  <span className={css.mark} data-state={isOn ? 'playing' : 'still'}>
    {isOn ? 'Game on' : 'No game on'}
  </span>
)
