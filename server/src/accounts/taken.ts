import { violatedConstraint } from '../database/violation'
import type { Refusal } from '../http/refusals'
import { invalid } from '../http/refusals'

const usernameTaken = () => invalid({ username: ['This username is already taken'] })

/** 400: another account has this address. */
export const addressTaken = (): Refusal => invalid({ email: ['This e-mail address is already in use'] })

const byConstraint: Record<string, () => Refusal> = { users_username: usernameTaken, users_email: addressTaken }

/** For a `catch`: refuses a name or an address that somebody else has. Other errors go on. */
export function whenTaken(error: unknown): never {
  throw byConstraint[violatedConstraint(error) ?? '']?.() ?? error
}
