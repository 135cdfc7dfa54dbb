import type { ReactNode } from 'react'
import { styles } from '../styles'
import css from './Card.module.css'

/** A bordered surface. Cards are not put into cards. */
export const Card = ({ children }: { children: ReactNode }) => (
  <div className={`${styles.frame} ${css.card}`}>{children}</div>
)

export interface EmptyStateProps {
  title: string
  /** one line of what the thing is */
  children?: ReactNode
  /** the button that makes the first one */
  action?: ReactNode
}

export const EmptyState = ({ title, children, action }: EmptyStateProps) => (
  <div className={`${styles.frame} ${css.empty}`}>
    <p className={css.title}>{title}</p>
    {children && <div className={css.words}>{children}</div>}
    {action && <div className={css.action}>{action}</div>}
  </div>
)
