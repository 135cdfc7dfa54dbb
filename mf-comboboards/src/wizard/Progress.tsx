import css from './Wizard.module.css'

interface ProgressProps {
  label: string
  /** how many are done of `total` */
  at: number
  total: number
  /** what is being done now */
  text: string
}

/** How far it is. */
export const Progress = ({ label, at, total, text }: ProgressProps) => (
  <section className={css.panel}>
    <h2>{label}</h2>
    <div className={css.track} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={at}>
      <div className={css.done} style={{ width: `${(100 * at) / total}%` }} />
    </div>
    <p role="status">{text}</p>
  </section>
)
