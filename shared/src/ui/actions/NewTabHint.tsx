import css from './button.module.css'

/** For assistive technology only. */
export const NewTabHint = () => <span className={css.hidden}> (opens in a new tab)</span>
