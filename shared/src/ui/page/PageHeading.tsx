import { Link, useLocation } from '@multiball/shared/routing'
import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { LinkButton } from '../actions/LinkButton'
import css from './PageHeading.module.css'

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
      {/* The heading of a list is short: its buttons stand beside it, whatever is listed. */}
      <div className={css.title} data-counts={count !== undefined || undefined}>
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

const productName = 'Multiball'

/** The history entry whose page has had its heading focused; the one that the document opened with needs none. */
let focusedKey = (history.state as { key?: string } | null)?.key ?? 'default'

/** The history entry that somebody navigated to, whose heading has been focused. */
let arrivedKey: string | undefined

/** Names the document after the page, and focuses the heading once for each navigation. */
function useHeadingFocus(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, pathname } = useLocation()
  const latestKey = useRef(key)
  useEffect(() => {
    latestKey.current = key
  })

  useEffect(() => {
    document.title = `${title} · ${productName}`
  }, [title])

  // By path: a filter in the address is no navigation.
  useEffect(() => {
    // A page that is there at last has a heading of its own, in the place of the one that had the focus.
    const isReplaced = latestKey.current === arrivedKey && document.activeElement === document.body
    if (latestKey.current === focusedKey && !isReplaced) return
    focusedKey = latestKey.current
    // A router's first entry has no key of its own.
    arrivedKey = focusedKey === 'default' ? undefined : focusedKey
    heading.current?.focus({ preventScroll: true })
  }, [pathname])

  return heading
}

/** A path of the dashboard that is none: for the shell, and for what a remote does not know below its own. */
export const NotFound = () => (
  <>
    <PageHeading title="Page not found" />
    <p className={css.sentence}>OH NO! 404 - The requested page does not exist.</p>
    <LinkButton to="/" icon="home">
      Go to Home
    </LinkButton>
  </>
)
