import css from './ChromeBall.module.css'

/** A pinball, 1 em wide. */
export const ChromeBall = ({ className }: { className?: string }) => (
  <span className={`${css.ball} ${className ?? ''}`} aria-hidden="true" />
)
