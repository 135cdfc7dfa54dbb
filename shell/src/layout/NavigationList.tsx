import { NavLink } from '@multiball/shared/routing'
import { Icon } from '@multiball/shared/ui'
import { listSections, type NavigationEntry } from '../remotes/listSections'
import css from './NavigationList.module.css'
import { useCounts } from './useCounts'

const home: NavigationEntry = { label: 'Home', path: '/', icon: 'home' }

/** The sidebar's navigation, with how many of one's own things stand behind each section. */
export function NavigationList() {
  const countOf = useCounts()
  return (
    <nav aria-label="Main" className={css.navigation}>
      <ul>
        {[home, ...listSections()].map((section) => {
          const count = countOf(section)
          return (
            <li key={section.path}>
              {/* The count describes the link and is no part of its name. */}
              <NavLink
                to={section.path}
                end={section.path === '/'}
                className={css.entry}
                aria-description={count ? `You have ${count}` : undefined}
              >
                <Icon name={section.icon} />
                <span className={css.label}>{section.label}</span>
                {count ? (
                  <span className={css.count} aria-hidden="true">
                    {count}
                  </span>
                ) : null}
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
