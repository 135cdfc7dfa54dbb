import type { ReactNode } from 'react'
import css from './FieldGroup.module.css'

/** Fields that belong together, set apart by a line from those above. */
export function FieldGroup({ children }: { children: ReactNode }) {
  return <div className={css.group}>{children}</div>
}
