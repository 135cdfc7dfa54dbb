import { ProgressBar } from 'react-aria-components/ProgressBar'
import css from './Spinner.module.css'

interface RingProps {
  /** what is being waited for, for assistive technology */
  label: string
  /** px, default 18 */
  size?: number
}

/** A turning ring in the colour of the text around it. */
export function Ring({ label, size = 18 }: RingProps) {
  return (
    <ProgressBar isIndeterminate aria-label={label} className={css.ring}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 18 18"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <circle cx="9" cy="9" r="7.5" stroke="currentColor" opacity="0.25" />
        <path d="M9 1.5A7.5 7.5 0 0 1 16.5 9" stroke="currentColor" />
      </svg>
    </ProgressBar>
  )
}

/** Fills the place of what is being waited for. `label` says what that is. */
export const Spinner = ({ label }: { label: string }) => (
  <div className={css.place}>
    <Ring label={label} size={28} />
  </div>
)
