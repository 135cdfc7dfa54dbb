import type { ComponentType } from 'react'
import * as v from 'valibot'
import { Login } from './Login'
import { MailSuccess } from './MailSuccess'
import type { ModeProps } from './modeProps'
import { Register } from './Register'
import { RegisterSuccess } from './RegisterSuccess'
import { Resend } from './Resend'
import { ResetPassword } from './ResetPassword'

/** Each mode of the login screen is one line here. */
export const screens = {
  login: Login,
  register: Register,
  registerSuccess: RegisterSuccess,
  resend: Resend,
  resendSuccess: MailSuccess,
  resetPassword: ResetPassword,
  resetPasswordSuccess: MailSuccess,
} satisfies Record<string, ComponentType<ModeProps>>

export type LoginMode = keyof typeof screens

/** Where the login screen is, as an entry of the history keeps it. */
export interface Place {
  mode: LoginMode
  /** what the server said for this mode */
  sentence?: string
}

const KeptPlace = v.object({ mode: v.picklist(Object.keys(screens) as LoginMode[]), sentence: v.optional(v.string()) })

/** The place in an entry's state; that of anything else is the login. */
export function readPlace(state: unknown): Place {
  const { success, output } = v.safeParse(KeptPlace, state)
  return success ? output : { mode: 'login' }
}
