import { getResetLink, resetPassword } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { useNavigate, useParams } from '@multiball/shared/routing'
import { checkNewPassword, signIn } from '@multiball/shared/session'
import { Banner, Button, LinkButton } from '@multiball/shared/ui'
import { useStore } from 'jotai'
import { useState } from 'react'
import { NewPasswordFields } from '../fields/NewPasswordFields'
import { useFields } from '../fields/useFields'
import css from './form.module.css'
import { isLost, useFirst, useUnanswered } from './lostAnswer'
import { ModeHeading, ModeLink, SessionFrame } from './SessionFrame'

const unusable = 'This link has already been used or has expired. Request a new one on the login screen.'

const isUsedUp = (error: unknown) => error instanceof ApiError && error.fields?.token !== undefined

/** Where a mailed reset link leads. One that no longer works is told before anything is typed. */
export function NewPasswordPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const read = useFirst(useRead(['resetLink', token], (signal) => getResetLink(token, signal)))
  const { loaded } = read
  const [isDone, setDone] = useState(false)

  if (isDone) {
    return (
      <SessionFrame>
        <ModeHeading>Password changed</ModeHeading>
        <p className={css.words}>You are logged out everywhere. Log in with your new password.</p>
        <LinkButton to="/">Return to login</LinkButton>
      </SessionFrame>
    )
  }
  return (
    <SessionFrame>
      <ModeHeading takesFocus={false}>Choose a new password</ModeHeading>
      {loaded.type === 'missing' && <Banner tone="error">{unusable}</Banner>}
      {loaded.type === 'ready' && (
        <NewPasswordForm token={token} username={loaded.value.username} onDone={() => setDone(true)} />
      )}
      {loaded.type !== 'missing' && <Unread read={read} what="the link" />}
      <div className={css.links}>
        <ModeLink onPress={() => void navigate('/')}>Return to login</ModeLink>
      </div>
    </SessionFrame>
  )
}

interface NewPasswordFormProps {
  token: string
  /** of the account whose password it will be */
  username: string
  onDone(): void
}

function NewPasswordForm({ token, username, onDone }: NewPasswordFormProps) {
  const store = useStore()
  const navigate = useNavigate()
  const openUnanswered = useUnanswered()
  const {
    field,
    form: { failure, isBusy, onSubmit },
  } = useFields({
    initial: { password: '', confirmation: '' },
    check: checkNewPassword,
    send: async ({ password }) => {
      try {
        await resetPassword(token, password)
      } catch (error) {
        if (!isLost(error) && !isUsedUp(error)) throw error
        const failure = isUsedUp(error)
          ? new ApiError({ status: 400, fields: { non_field_errors: [unusable] }, cause: error })
          : error
        // Used up by an attempt before, if its password opens the account.
        await openUnanswered(password, failure, () => signIn({ username, password }, store))
        return void navigate('/', { replace: true })
      }
      onDone()
    },
  })
  return (
    <form className={css.form} onSubmit={onSubmit} noValidate>
      <p className={css.words}>It will be the password of the account {username}.</p>
      {failure && <Banner tone="error">{failure}</Banner>}
      {/* Password managers keep the new password under this name. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <NewPasswordFields label="New password" field={field} />
      <Button type="submit" variant="primary" isBusy={isBusy}>
        Change password
      </Button>
    </form>
  )
}
