import type { PublicUser, UserRole } from '@multiball/shared/schema'

/** What the database has to be asked for to show a user. */
export const publicUserColumns = ['users.id', 'users.username', 'users.first_name', 'users.last_name', 'users.display_name', 'users.initials'] as const

export interface PublicUserRow {
  id: number
  username: string
  first_name: string
  last_name: string
  display_name: string
  initials: string
}

/** The chosen name, or first and last where there is none. */
export const shownName = ({ display_name, first_name, last_name }: Pick<PublicUserRow, 'display_name' | 'first_name' | 'last_name'>): string =>
  display_name || `${first_name} ${last_name}`.trim()

/** A user as anyone may see them: never an e-mail. */
export const publicUser = (row: PublicUserRow): PublicUser => ({
  id: row.id,
  username: row.username,
  cached_display_name: shownName(row),
  initials: row.initials,
  profile_picture: null,
})

/** The roles of what this user owns. */
export const ownedBy = (row: PublicUserRow): UserRole[] => [{ user: publicUser(row), role: 'owner' }]
