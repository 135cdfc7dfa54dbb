import { pageConfig } from '@multiball/shared/client'
import { profileAtom } from '@multiball/shared/session'
import {
  Avatar,
  Icon,
  type IconName,
  Menu,
  MenuChoice,
  MenuDivider,
  MenuGroup,
  MenuItem,
  readTheme,
  setTheme,
  styles,
  type Theme,
  useIsPhone,
} from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { initialsOf } from './initialsOf'
import { listMenu } from '../remotes/listSections'
import css from './UserMenu.module.css'

const themes = [
  { value: 'system', label: 'System', icon: 'system' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
] as const

/** Who is signed in, and what concerns them rather than their boards. */
export function UserMenu() {
  const { profile } = useAtomValue(profileAtom)
  const [theme, chooseTheme] = useState<Theme>(readTheme)
  const isPhone = useIsPhone()
  if (!profile) return null
  const { account, help, mainSite } = pageConfig().links
  const name = profile.cached_display_name || profile.username

  return (
    <Menu
      label={`User menu of ${name} ${profile.username}`}
      placement={isPhone ? 'bottom end' : 'top start'}
      triggerClassName={css.trigger}
      trigger={
        <>
          <Avatar initials={initialsOf(profile)} picture={profile.profile_picture} />
          <span className={`${styles.rowNames} ${css.words}`}>
            <span className={css.name}>{name}</span> <span className={css.username}>{profile.username}</span>
          </span>
          <span className={css.chevron}>
            <Icon name="chevron-down" />
          </span>
        </>
      }
    >
      <MenuGroup
        title={
          <>
            Signed in as <strong className={css.who}>{name}</strong>
          </>
        }
      >
        <MenuItem to="/profile" icon="user">
          Profile
        </MenuItem>
        {listMenu().map(({ label, path, icon }) => (
          <MenuItem key={path} to={path} icon={icon as IconName}>
            {label}
          </MenuItem>
        ))}
        {profile.is_operator && (
          <MenuItem to="/platform" icon="settings">
            Platform
          </MenuItem>
        )}
        {account && (
          <MenuItem href={account} icon="settings">
            Account
          </MenuItem>
        )}
        {help && (
          <MenuItem href={help} icon="help">
            Help
          </MenuItem>
        )}
        {mainSite && (
          <MenuItem href={mainSite} icon="globe">
            Main site
          </MenuItem>
        )}
      </MenuGroup>
      <MenuDivider />
      <MenuChoice
        title="Theme"
        options={themes}
        value={theme}
        onChange={(chosen) => {
          setTheme(chosen)
          chooseTheme(chosen)
        }}
      />
      <MenuDivider />
      <MenuItem to="/logout" icon="sign-out">
        Sign out
      </MenuItem>
    </Menu>
  )
}
