import type { ComponentType } from 'react'
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
