import { NavLink, useLocation } from '@multiball/shared/routing'
import { Icon, Menu, MenuItem, type IconName } from '@multiball/shared/ui'
import { listSections } from '../remotes/listSections'
import css from './TabBar.module.css'

const most = 5

/** The phone's navigation: as many tabs as there is room for, and the other sections under More. The logo leads home. */
export function TabBar() {
  const { pathname } = useLocation()
  const sections = listSections()
  const tabs = sections.length < most ? [{ label: 'Home', path: '/', icon: 'home' }, ...sections] : sections
  const shown = tabs.length > most ? tabs.slice(0, most - 1) : tabs
  const others = tabs.slice(shown.length)
  const isAmongOthers = others.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
  return (
    <nav aria-label="Sections" className={css.bar}>
      {shown.map(({ label, path, icon }) => (
        <NavLink key={path} to={path} end={path === '/'} className={css.tab}>
          <Icon name={icon} size={20} />
          <span>{label}</span>
        </NavLink>
      ))}
      {others.length > 0 && (
        <Menu
          label="More sections"
          placement="top end"
          triggerClassName={`${css.tab} ${css.more} ${isAmongOthers ? css.current : ''}`}
          trigger={
            <>
              <Icon name="more" size={20} />
              <span>More</span>
            </>
          }
        >
          {others.map(({ label, path, icon }) => (
            <MenuItem key={path} to={path} icon={icon as IconName}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      )}
    </nav>
  )
}
