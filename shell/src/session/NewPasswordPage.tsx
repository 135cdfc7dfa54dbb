import { resetPassword } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { useNavigate, useParams } from '@multiball/shared/routing'
import { checkNewPassword } from '@multiball/shared/session'
import { Banner, Button, LinkButton } from '@multiball/shared/ui'
import { useState } from 'react'
import { NewPasswordFields } from '../fields/NewPasswordFields'
import { useFields } from '../fields/useFields'
import css from './form.module.css'
import { ModeHeading, ModeLink, SessionFrame } from './SessionFrame'

const unusable = 'This link has already been used or has expired. Request a new one on the login screen.'

const isUsedUp = (error: unknown) => error instanceof ApiError && (error.fields?.token !== undefined || error.status === 404)

/** Where a mailed reset link leads. */
export function NewPasswordPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const [isDone, setDone] = useState(false)
  const { field, form: { failure, isBusy, onSubmit } } = useFields({
    initial: { password: '', confirmation: '' },
    check: checkNewPassword,
    send: async ({ password }) => {
      await resetPassword(token, password).catch((error: unknown) => {
        throw isUsedUp(error) ? new ApiError({ status: 400, fields: { non_field_errors: [unusable] }, cause: error }) : error
      })
      setDone(true)
    },
  })

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
      <form className={css.form} onSubmit={onSubmit} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <NewPasswordFields label="New password" field={field} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Change password
        </Button>
      </form>
      <div className={css.links}>
        <ModeLink onPress={() => void navigate('/')}>Return to login</ModeLink>
      </div>
    </SessionFrame>
  )
}
