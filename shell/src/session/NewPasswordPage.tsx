import { resetPassword } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { useParams } from '@multiball/shared/routing'
import { checkNewPassword, type NewPassword } from '@multiball/shared/session'
import { Banner, Button, focusField, LinkButton, PasswordField } from '@multiball/shared/ui'
import { useEffect, useState, type FormEvent } from 'react'
import css from './form.module.css'
import { ModeHeading } from './ModeHeading'
import { SessionFrame } from './SessionFrame'

const unusable = 'This link has already been used or has expired. Request a new one on the login screen.'

/** Where a mailed reset link leads. */
export function NewPasswordPage() {
  const { token = '' } = useParams()
  const [fields, setFields] = useState<NewPassword>({ password: '', confirmation: '' })
  const [errors, setErrors] = useState<Partial<NewPassword>>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)

  useEffect(() => {
    const [first] = Object.keys(errors)
    if (first) focusField(first)
  }, [errors])

  const field = (name: keyof NewPassword) => ({
    name,
    value: fields[name],
    error: errors[name],
    autoComplete: 'new-password',
    isRequired: true,
    onChange: (value: string) => setFields({ ...fields, [name]: value }),
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFailure(undefined)
    const wrong = checkNewPassword(fields)
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setBusy(true)
    try {
      await resetPassword(token, fields.password)
      setDone(true)
    } catch (error) {
      setBusy(false)
      const message = error instanceof ApiError ? error.fields?.password?.[0] : undefined
      if (message) setErrors({ password: message })
      else setFailure(messageOf(error))
    }
  }

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
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <PasswordField
          label="New password"
          description="At least 8 characters, with upper and lower case letters, a number and a symbol"
          {...field('password')}
        />
        <PasswordField label="Confirm password" {...field('confirmation')} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Change password
        </Button>
      </form>
    </SessionFrame>
  )
}

function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return generalFailure
  return error.fields?.token || error.status === 404 ? unusable : error.message
}
