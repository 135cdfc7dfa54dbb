import type { UserRole } from '@multiball/shared/schema'

/** True when the user made the item: only then it may be edited and deleted. */
export const isOwner = ({ user_roles }: { user_roles: UserRole[] }, userId: number): boolean =>
  user_roles.some(({ user, role }) => role === 'owner' && user.id === userId)
