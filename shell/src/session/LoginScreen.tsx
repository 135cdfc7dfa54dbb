import { useLocation, useNavigate } from '@multiball/shared/routing'
import { useState, type ComponentType } from 'react'
import { Login } from './Login'
import { MailSuccess } from './MailSuccess'
import { readPlace, type LoginMode, type ModeProps, type Place } from './modeProps'
import { Register } from './Register'
import { RegisterSuccess } from './RegisterSuccess'
import { Resend } from './Resend'
import { ResetPassword } from './ResetPassword'
import { SessionFrame } from './SessionFrame'
import { createTyped, TypedContext } from './typed'

const screens: Record<LoginMode, ComponentType<ModeProps>> = {
  login: Login,
  register: Register,
  registerSuccess: RegisterSuccess,
  resend: Resend,
  resendSuccess: MailSuccess,
  resetPassword: ResetPassword,
  resetPasswordSuccess: MailSuccess,
}

/**
 * Everything that can be done without being signed in, one mode at a time. Each mode is an entry of the browser's history, on
 * whatever path the screen stands.
 */
export function LoginScreen() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [typed] = useState(createTyped)
  const { mode, sentence } = readPlace(state)
  const Screen = screens[mode]
  return (
    <SessionFrame>
      <TypedContext value={typed}>
        <Screen
          key={mode}
          go={(next, words) => void navigate({ pathname, search }, { state: { mode: next, sentence: words } satisfies Place })}
          sentence={sentence}
        />
      </TypedContext>
    </SessionFrame>
  )
}
