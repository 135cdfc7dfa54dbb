import { Icon, IconButton, styles } from '@multiball/shared/ui'
import { useRef } from 'react'
import css from './sites.module.css'

interface SitesListProps {
  sites: readonly string[]
  /** of the list as a whole */
  error: string | undefined
  onRemove(site: string): void
}

/** The listed sites, each with a button that takes it out. */
export function SitesList({ sites, error, onRemove }: SitesListProps) {
  const list = useRef<HTMLDivElement>(null)
  const remove = (site: string, at: number) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('li button') ?? [])]
    const next = buttons[at + 1] ?? buttons[at - 1] ?? list.current
    onRemove(site)
    next?.focus()
  }
  return (
    <div ref={list} className={css.group} tabIndex={-1} data-field="sites">
      {sites.length === 0 ? (
        <p className={`${styles.frame} ${css.any}`}>
          <Icon name="globe" /> Any site
        </p>
      ) : (
        <ul className={`${styles.frame} ${css.list}`} aria-label="Allowed sites">
          {sites.map((site, at) => (
            <li key={site} className={`${styles.entry} ${css.site}`}>
              <span className={css.name}>{site}</span>
              <IconButton icon="close" label={`Remove ${site}`} onPress={() => remove(site, at)} />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p className={`${styles.error} ${css.error}`} role="alert">
          <Icon name="alert" size={14} /> {error}
        </p>
      )}
    </div>
  )
}
