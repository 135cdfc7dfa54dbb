import css from './marks.module.css'

/** Before words that say the same: filled while something is on, hollow while it is not. */
export const Dot = ({ isOn }: { isOn: boolean }) => <span className={css.dot} data-on={isOn} aria-hidden="true" />
