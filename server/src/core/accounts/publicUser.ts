import type { PublicUser, User, UserRole } from '@multiball/shared/schema'
import { pictureAddress } from '../../ground/media/media.store'

/** The columns needed to show a user. */
export const publicUserColumns = [
  'users.id',
  'users.username',
  'users.first_name',
  'users.last_name',
  'users.display_name',
  'users.initials',
  'users.picture',
] as const

export interface PublicUserRow {
  id: number
  username: string
  first_name: string
  last_name: string
  display_name: string
  initials: string
  /** hash of a media row; in hex when the row was read as JSON */
  picture: Buffer | string | null
}

/** The chosen name, or first and last name if there is none. */
export const shownName = ({
  display_name,
  first_name,
  last_name,
}: Pick<PublicUserRow, 'display_name' | 'first_name' | 'last_name'>): string =>
  display_name || `${first_name} ${last_name}`.trim()

/** A user as anyone may see them, never with an email address. */
const publicUser = (row: PublicUserRow): PublicUser => ({
  id: row.id,
  username: row.username,
  cached_display_name: shownName(row),
  initials: row.initials,
  profile_picture: pictureAddress(row.picture),
})

/** A user as this reader may see them: the email address only of oneself, and without names that a display name hides. */
export function userFor(reader: number, row: PublicUserRow & { email: string | null }): User {
  const isShown = row.id === reader || row.display_name === ''
  return {
    ...publicUser(row),
    first_name: isShown ? row.first_name : '',
    last_name: isShown ? row.last_name : '',
    display_name: row.display_name,
    ...(row.email !== null && { email: row.email }),
    user_roles: [{ user: row.id, role: 'owner' }],
  }
}

/** The roles of what this user owns. */
export const ownedBy = (row: PublicUserRow): UserRole[] => [{ user: publicUser(row), role: 'owner' }]
