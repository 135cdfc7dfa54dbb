import type { ReactNode } from 'react'
import css from './Folded.module.css'

interface FoldedProps {
  title: string
  children: ReactNode
  onOpen?(): void
}

/** What most people do without, behind its title. */
export const Folded = ({ title, children, onOpen }: FoldedProps) => (
  <details className={css.folded} onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}>
    <summary className={css.title}>{title}</summary>
    {children}
  </details>
)
