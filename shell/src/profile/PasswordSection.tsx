import { changePassword } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { checkPasswordChange } from '@multiball/shared/session'
import { Banner, Button, PasswordField } from '@multiball/shared/ui'
import { useState } from 'react'
import { useFields } from '../fields/useFields'
import { Section } from './Section'
import css from './Section.module.css'

/** How to get another password. */
export function PasswordSection({ onChanged }: { onChanged(): void }) {
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(false)
  const changed = () => {
    setDone(true)
    setOpen(false)
    onChanged()
  }
  return (
    <Section title="Password">
      {isDone && <Banner tone="success">Your password has been changed. You are logged out everywhere else.</Banner>}
      {isOpen ? <PasswordForm onChanged={changed} onCancel={() => setOpen(false)} /> : <Button onPress={() => setOpen(true)}>Change password</Button>}
    </Section>
  )
}

/** The server's fields by the names that they have here. */
function renamed(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.fields) return error
  const { password, new_password, ...rest } = error.fields
  const fields = { ...rest, ...(new_password && { password: new_password }), ...(password && { current: password }) }
  return new ApiError({ status: error.status, fields, cause: error })
}

function PasswordForm({ onChanged, onCancel }: { onChanged(): void; onCancel(): void }) {
  const { field, failure, isBusy, onSubmit } = useFields({
    initial: { current: '', password: '', confirmation: '' },
    check: checkPasswordChange,
    send: async ({ current, password }) => {
      await changePassword({ password: current, new_password: password }).catch((error: unknown) => {
        throw renamed(error)
      })
      onChanged()
    },
  })
  return (
    <form className={css.form} onSubmit={onSubmit} noValidate aria-label="Change password">
      {failure && <Banner tone="error">{failure}</Banner>}
      <PasswordField label="Your password" autoComplete="current-password" isRequired {...field('current')} />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        isRequired
        description="At least 8 characters, with upper and lower case letters, a number and a symbol"
        {...field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" isRequired {...field('confirmation')} />
      <div className={css.actions}>
        <Button type="submit" isBusy={isBusy}>
          Change password
        </Button>
        <Button variant="quiet" onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
