import { hash, verify } from '@node-rs/argon2'
import { invalid } from '../http/refusals'
import { isCommon } from './commonPasswords'

// OWASP's choice for argon2id, which is this library's default algorithm
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash to keep of a password. */
export const hashPassword = (password: string): Promise<string> => hash(password, options)

/** The same for one that a person has just chosen. Throws 400, under the name of its field, for one that is guessed first. */
export function hashNewPassword(password: string, field = 'password'): Promise<string> {
  if (isCommon(password)) throw invalid({ [field]: ['This password is too common. Please choose another one'] })
  return hashPassword(password)
}

/** Kept in place of a hash of who shall not log in. */
const isHash = (kept: string | undefined): kept is string => kept?.startsWith('$argon2') ?? false

let nobodys: Promise<string> | undefined

/** Whether the password is the one of this hash. Takes the same time where there is no hash, and is then false. */
export async function checkPassword(kept: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const fits = await verify(isHash(kept) ? kept : await nobodys, password)
  return isHash(kept) && fits
}
