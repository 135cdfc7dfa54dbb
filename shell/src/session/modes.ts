import type { ComponentType } from 'react'
import { Login } from './Login'
import type { ModeProps } from './modeProps'
import { Register } from './Register'
import { RegisterSuccess } from './RegisterSuccess'

/** Each mode of the login screen is one file and one line here. */
export const screens = {
  login: Login,
  register: Register,
  registerSuccess: RegisterSuccess,
} satisfies Record<string, ComponentType<ModeProps>>

export type LoginMode = keyof typeof screens
