import css from './Logo.module.css'

/** Three balls and the name. */
export const Logo = () => (
  <span className={css.logo}>
    <svg width="26" height="17" viewBox="0 0 26 17" aria-hidden="true">
      <circle className={css.lit} cx="6" cy="10.5" r="5.8" />
      <circle cx="16.8" cy="4.8" r="4.1" fill="currentColor" />
      <circle className={css.far} cx="22.6" cy="13" r="2.9" />
    </svg>
    Multiball
  </span>
)
