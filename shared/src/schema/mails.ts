import * as v from 'valibot'
import { KeptEmail, Password } from './account'

/** POST /api/account/send-verification-email/ and /api/account/send-reset-password-link/ */
export const MailRequest = v.object({ email: KeptEmail })

/** What both answer, whether the address exists or not. */
export const MailAnswer = v.object({ detail: v.string() })

/** GET /api/account/verify/{token}/ : whose address a good link confirms. */
export const VerifyLink = v.object({ username: v.string() })
export type VerifyLink = v.InferOutput<typeof VerifyLink>

/** POST /api/account/reset-password/ */
export const PasswordReset = v.object({ token: v.pipe(v.string(), v.trim(), v.maxLength(128)), password: Password })
export type PasswordReset = v.InferOutput<typeof PasswordReset>
