import { command, read, readFile, upload, write } from '@multiball/shared/client'
import {
  ApiToken,
  Counts,
  Id,
  listOf,
  Login,
  MailAnswer,
  NewApiToken,
  Profile,
  SecurityEvent,
  SetupState,
  Token,
  User,
  VerifyLink,
} from '@multiball/shared/schema'
import type {
  ApiTokenInput,
  Credentials,
  EmailChange,
  List,
  PasswordChange,
  ProfileInput,
  Registration,
  SetupInput,
} from '@multiball/shared/schema'
import * as v from 'valibot'

/** Answers a new token. Throws ApiError; 400 when name or password is wrong. */
export async function authenticate(credentials: Credentials): Promise<string> {
  return (await write('post', '/api/auth/', credentials, Token)).token
}

/** Makes the token that is being sent worthless. Throws ApiError. */
export const revokeToken = (): Promise<void> => command('post', '/api/auth/logout/')

/** Answers the new account's id; signs nobody in. Throws ApiError with `fields`. */
export async function register(registration: Registration): Promise<number> {
  return (await write('post', '/api/account/register/', registration, v.object({ id: Id }))).id
}

const setupPath = '/api/setup/'

/** Whether the server waits for its first account. Throws ApiError. */
export const getSetup = (signal?: AbortSignal): Promise<SetupState> => read(setupPath, SetupState, { signal })

/** Makes the first account of a server. Throws ApiError with `fields`. */
export const setUp = (input: SetupInput): Promise<void> => command('post', setupPath, input)

const mailPaths = {
  verify: '/api/account/send-verification-email/',
  reset: '/api/account/send-reset-password-link/',
} as const
/** What a mail can be asked for: a link that confirms its address, or one that sets a new password. */
export type MailKind = keyof typeof mailPaths

/** Has a link mailed, where the address is known; answers the sentence for the person, the same either way. Throws ApiError. */
export const requestMail = async (kind: MailKind, email: string): Promise<string> =>
  (await write('post', mailPaths[kind], { email }, MailAnswer)).detail

const verifyPath = (token: string) => `/api/account/verify/${encodeURIComponent(token)}/`

/** Answers whose address this mailed link confirms. Throws ApiError; 404 for a link that is used, old or unknown. */
export const getVerifyLink = (token: string, signal?: AbortSignal): Promise<VerifyLink> =>
  read(verifyPath(token), VerifyLink, { signal })

/** Confirms the address that the link was mailed to. Throws ApiError as above. */
export const verifyEmail = (token: string): Promise<void> => command('post', verifyPath(token))

const resetPath = '/api/account/reset-password/'

/** Answers for whose account this mailed link sets a new password. Throws ApiError as above. */
export const getResetLink = (token: string, signal?: AbortSignal): Promise<VerifyLink> =>
  read(`${resetPath}${encodeURIComponent(token)}/`, VerifyLink, { signal })

/** Sets a new password by a mailed link; signs the account out everywhere. Throws ApiError with `fields`. */
export const resetPassword = (token: string, password: string): Promise<void> =>
  command('post', resetPath, { token, password })

/** Takes a new password in place of the one before; ends all other logins. Throws ApiError with `fields`. */
export const changePassword = (change: PasswordChange): Promise<void> =>
  command('post', '/api/account/change-password/', change)

/** Has a link mailed to the address that shall be one's own; answers the sentence for the person. Throws ApiError with `fields`. */
export const changeEmail = async (change: EmailChange): Promise<string> =>
  (await write('post', '/api/account/change-email/', change, MailAnswer)).detail

/** Where one is logged in, the last used first. All throw ApiError. */
export const logins = {
  list: (signal?: AbortSignal): Promise<List<Login>> =>
    read('/api/account/logins/', listOf(Login), { query: { limit: 100 }, signal }),
  end: (id: number): Promise<void> => command('delete', `/api/account/logins/${id}/`),
  endOthers: (): Promise<void> => command('delete', '/api/account/logins/'),
}

/** What one's scripts and programs show, the newest first. All throw ApiError. */
export const apiTokens = {
  list: (signal?: AbortSignal): Promise<List<ApiToken>> =>
    read('/api/token/', listOf(ApiToken), { query: { limit: 100 }, signal }),
  /** Throws ApiError with `fields`. */
  make: (input: ApiTokenInput): Promise<NewApiToken> => write('post', '/api/token/', input, NewApiToken),
  revoke: (id: number): Promise<void> => command('delete', `/api/token/${id}/`),
}

/** What happened to the security of one's account, newest first. Throws ApiError. */
export const listActivity = (limit: number, signal?: AbortSignal): Promise<List<SecurityEvent>> =>
  read('/api/account/activity/', listOf(SecurityEvent), { query: { limit }, signal })

/** A zip with all that belongs to one's account. Throws ApiError; 429 after a few within an hour. */
export const exportAccount = (): Promise<Blob> => readFile('/api/account/export/')

/** Deletes one's account with all that belongs to it. Throws ApiError with `fields`. */
export const deleteAccount = (password: string): Promise<void> => command('post', '/api/account/delete/', { password })

/** Who is signed in. Throws ApiError; 401 for nobody. */
export const getProfile = (signal?: AbortSignal): Promise<Profile> =>
  read('/api/user_profile/get/', Profile, { signal })

/** Changes the given fields of one's own profile; `picture` takes the place of the one before. Throws ApiError with `fields`. */
export function updateProfile(fields: ProfileInput, picture?: File): Promise<Profile> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value))
  if (picture) form.set('profile_picture', picture)
  return upload('patch', '/api/user_profile/update/', form, Profile)
}

/** How many boards, venues and TVs one has. Tried once. Throws ApiError. */
export const getCounts = (signal?: AbortSignal): Promise<Counts> => read('/api/counts/', Counts, { signal, retries: 0 })

/** Users whose names have this text, by name. Throws ApiError. */
export const searchUsers = (search: string, signal?: AbortSignal): Promise<List<User>> =>
  read('/api/user/', listOf(User), { query: { search, ordering: 'usernames' }, signal })

/** Another user. Throws ApiError; 404 when there is none. */
export const getUser = (id: number, signal?: AbortSignal): Promise<User> => read(`/api/user/${id}/`, User, { signal })
