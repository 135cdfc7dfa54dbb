import { NavLink } from '@multiball/shared/routing'
import { Icon } from '@multiball/shared/ui'
import { listSections } from './listSections'
import css from './NavigationList.module.css'

/** The sidebar's navigation. */
export const NavigationList = () => (
  <nav aria-label="Main" className={css.navigation}>
    <ul>
      {[{ label: 'Home', path: '/', icon: 'home' }, ...listSections()].map(({ label, path, icon }) => (
        <li key={path}>
          <NavLink to={path} end={path === '/'} className={css.entry}>
            <Icon name={icon} />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  </nav>
)
