import { Link } from '@multiball/shared/routing'
import type { ReactNode } from 'react'
import css from './PageHeading.module.css'
import { useHeadingFocus } from './useHeadingFocus'

export interface PageHeadingProps {
  title: string
  /** how many there are; shown with its label */
  count?: number
  /** what is counted, such as `scoreboards` */
  countLabel?: string
  /** buttons at the end of the line */
  actions?: ReactNode
  /** the page above this one */
  breadcrumb?: { to: string; label: string }
}

/** The heading of a page: names the document and takes the focus when the page was navigated to. */
export function PageHeading({ title, count, countLabel, actions, breadcrumb }: PageHeadingProps) {
  const heading = useHeadingFocus(title)
  return (
    <header className={css.header}>
      {breadcrumb && (
        <nav aria-label="Breadcrumb" className={css.breadcrumb}>
          <Link to={breadcrumb.to}>{breadcrumb.label}</Link>
          <span aria-hidden="true">/</span>
        </nav>
      )}
      <div className={css.title}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {count !== undefined && (
          <span className={css.count}>
            {count} {countLabel}
          </span>
        )}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </header>
  )
}
