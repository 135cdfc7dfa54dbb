import { Spoken } from '@multiball/shared/display'
import css from './PassedMark.module.css'

/** Beside who is past the record, where there is no room for more. */
export const PassedMark = () => (
  <span className={css.mark}>
    <svg viewBox="0 0 10 9" aria-hidden="true" focusable="false">
      <path d="M5 0 10 9H0z" />
    </svg>
    <Spoken> past the record</Spoken>
  </span>
)
