import { read } from '@multiball/shared/client'
import { listOf, User } from '@multiball/shared/schema'
import type { List } from '@multiball/shared/schema'

/** Users whose names have this text, by name. Throws ApiError. */
export const searchUsers = (search: string, signal?: AbortSignal): Promise<List<User>> =>
  read('/api/user/', listOf(User), { query: { search, ordering: 'usernames' }, signal })

/** Throws ApiError; 404 when there is none. */
export const getUser = (id: number, signal?: AbortSignal): Promise<User> => read(`/api/user/${id}/`, User, { signal })
