import css from './GameView.module.css'

/** A player's line in the chart, by colour and stroke. */
export const Swatch = ({ slot }: { slot: number }) => (
  <svg className={css.swatch} data-slot={slot} viewBox="0 0 22 8" aria-hidden="true" focusable="false">
    <path d="M1 4H21" />
  </svg>
)
