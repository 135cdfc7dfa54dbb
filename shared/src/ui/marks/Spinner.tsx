import css from './Spinner.module.css'
import { Ring } from './Ring'

/** Fills the place of what is being waited for. `label` says what that is. */
export const Spinner = ({ label }: { label: string }) => (
  <div className={css.place}>
    <Ring label={label} size={28} />
  </div>
)
