import type { ReactNode } from 'react'
import css from './FieldPair.module.css'

/** Two short fields side by side, one below the other where there is no room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className={css.pair}>{children}</div>
}
