import type { ReactNode } from 'react'
import css from './EmptyState.module.css'

export interface EmptyStateProps {
  title: string
  /** one line of what the thing is */
  children?: ReactNode
  /** the button that makes the first one */
  action?: ReactNode
}

export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className={css.empty}>
    <p className={css.title}>{title}</p>
    {children && <div className={css.words}>{children}</div>}
    {action && <div className={css.action}>{action}</div>}
  </div>
)
