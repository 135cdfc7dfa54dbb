import * as v from 'valibot'
import { Email, Password } from './account'
import { Id, Instant } from './primitives'

/** One login of the signed-in user: a browser, or a program, that has a token. */
export const Login = v.object({
  id: Id,
  created_at: Instant,
  /** when it was last used, within an hour */
  used_at: Instant,
  /** such as `Firefox on Windows`; empty when that is not known */
  device: v.string(),
  /** the one that asks */
  is_current: v.boolean(),
})
export type Login = v.InferOutput<typeof Login>

/** Who is signed in says once more who that is. */
const CurrentPassword = v.pipe(v.string(), v.nonEmpty('Please type your password'), v.maxLength(1024, 'Incorrect password!'))

/** POST /api/account/change-password/ */
export const PasswordChange = v.object({ password: CurrentPassword, new_password: Password })
export type PasswordChange = v.InferOutput<typeof PasswordChange>

/** POST /api/account/change-email/ */
export const EmailChange = v.object({ password: CurrentPassword, email: Email })
export type EmailChange = v.InferOutput<typeof EmailChange>
