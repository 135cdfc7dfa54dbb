import { NavLink } from '@multiball/shared/routing'
import { Icon } from '@multiball/shared/ui'
import { listSections } from './listSections'
import css from './TabBar.module.css'

const most = 5

/** The phone's navigation. The logo leads home when the sections fill it; those past the fifth are in the user menu. */
export function TabBar() {
  const sections = listSections()
  const home = sections.length < most ? [{ label: 'Home', path: '/', icon: 'home' }] : []
  return (
    <nav aria-label="Sections" className={css.bar}>
      {[...home, ...sections].slice(0, most).map(({ label, path, icon }) => (
        <NavLink key={path} to={path} end={path === '/'} className={css.tab}>
          <Icon name={icon} size={20} />
          <span>{label}</span>
        </NavLink>
      ))}
    </nav>
  )
}

/** The sections that the bar has no room for. */
export const sectionsBesideBar = () => listSections().slice(most)
