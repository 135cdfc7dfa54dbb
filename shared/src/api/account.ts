import { Id, Profile, Token } from '@multiball/shared/schema'
import type { Credentials, Registration } from '@multiball/shared/schema'
import * as v from 'valibot'
import { command, read, write } from './client'

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

/** Who is signed in. Throws ApiError; 401 for nobody. */
export const getProfile = (signal?: AbortSignal): Promise<Profile> => read('/api/user_profile/get/', Profile, { signal })
