import type { Command } from '@multiball/shared/schema'
import { setTheme, type Theme } from '@multiball/shared/ui'
import { listSections } from '../remotes/listSections'

const theme = (value: Theme, label: string, icon: string): Command => ({
  id: `theme ${value}`,
  group: 'Actions',
  label: `Theme: ${label}`,
  keywords: 'colours appearance mode',
  icon,
  run: async () => setTheme(value),
})

/** What the shell itself offers: its pages, the sections, and what concerns the user. */
export const ownCommands = (showKeys: () => void): Command[] => [
  { id: 'home', group: 'Pages', label: 'Home', keywords: 'start', icon: 'home', to: '/' },
  ...listSections().map(({ label, path, icon }): Command => ({
    id: `section ${path}`,
    group: 'Pages',
    label,
    keywords: 'my list',
    icon,
    to: path,
  })),
  {
    id: 'profile',
    group: 'Pages',
    label: 'Profile',
    keywords: 'account picture name password email logins',
    icon: 'user',
    to: '/profile',
  },
  { id: 'help', group: 'Pages', label: 'Help', icon: 'help', to: '/help' },
  {
    id: 'keys',
    group: 'Actions',
    label: 'Keys',
    detail: '?',
    keywords: 'keyboard shortcuts',
    icon: 'help',
    run: async () => showKeys(),
  },
  theme('system', 'system', 'system'),
  theme('light', 'light', 'sun'),
  theme('dark', 'dark', 'moon'),
  { id: 'sign out', group: 'Actions', label: 'Sign out', keywords: 'log out leave', icon: 'sign-out', to: '/logout' },
]
