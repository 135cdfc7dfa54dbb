import { failureWords } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { useLocation, useNavigate } from '@multiball/shared/routing'
import { Button } from '@multiball/shared/ui'
import { useState, type ComponentType } from 'react'
import css from './form.module.css'
import { Login } from './Login'
import { accountIsReady, readPlace, type LoginMode, type ModeProps, type Place } from './modes'
import { ModeHeading, ModeLink, SessionFrame } from './SessionFrame'
import { createTyped, TypedContext, useTyped } from './typed'
import { useSignInHere } from './useSignInHere'

/** Who has just registered goes on with one press: what was typed is known until this screen goes. */
function RegisterSuccess({ go }: ModeProps) {
  const registered = useTyped().registered()
  const [isBusy, setBusy] = useState(false)
  const signInHere = useSignInHere()
  const goOn = async () => {
    if (!registered) return
    setBusy(true)
    try {
      await signInHere(registered)
    } catch (error) {
      go('login', failureWords(error))
    }
  }
  return (
    <>
      <ModeHeading>Check your email</ModeHeading>
      <p className={css.words}>{accountIsReady}</p>
      {registered && (
        <div className={css.form}>
          <Button variant="primary" isBusy={isBusy} onPress={() => void goOn()}>
            Continue
          </Button>
        </div>
      )}
      <ModeLink onPress={() => go('login')}>Return to login</ModeLink>
    </>
  )
}

/** A mail was asked for; the server's sentence gives away nothing about who has an account. */
const MailSuccess = ({ go, sentence }: ModeProps) => (
  <>
    <ModeHeading>Check your email</ModeHeading>
    <p className={css.words}>{sentence}</p>
    <ModeLink onPress={() => go('login')}>Return to login</ModeLink>
  </>
)

/** They bring the form library, which logging in does without: loaded when somebody reaches for a link to one of them. */
const loadForms = async () => {
  const [{ Register }, { Resend, ResetPassword }] = await Promise.all([import('./Register'), import('./MailForm')])
  return { register: Register, resend: Resend, resetPassword: ResetPassword }
}

const screens = {
  login: Login,
  registerSuccess: RegisterSuccess,
  resendSuccess: MailSuccess,
  resetPasswordSuccess: MailSuccess,
}

/**
 * Everything that can be done without being signed in, one mode at a time. Each mode is an entry of the browser's history, on
 * whatever path the login screen is shown.
 */
export function LoginScreen() {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const [typed] = useState(createTyped)
  const { mode, sentence, reason, ended, from }: Place = readPlace(state) ?? { mode: 'login' }
  const [areFormsWanted, setFormsWanted] = useState(false)
  const read = useRead(areFormsWanted || !(mode in screens) ? ['loginForms'] : undefined, loadForms)
  const all: Partial<Record<LoginMode, ComponentType<ModeProps>>> = {
    ...screens,
    ...(read.loaded.type === 'ready' && read.loaded.value),
  }
  const Screen = all[mode]
  return (
    <SessionFrame>
      <TypedContext value={typed}>
        {Screen ? (
          <Screen
            key={mode}
            go={(next, words) =>
              void navigate(
                { pathname, search },
                { state: { mode: next, sentence: words, reason, from } satisfies Place },
              )
            }
            onReach={() => setFormsWanted(true)}
            sentence={sentence}
            reason={reason}
            ended={ended}
          />
        ) : (
          <Unread read={read} what="the form" />
        )}
      </TypedContext>
    </SessionFrame>
  )
}
