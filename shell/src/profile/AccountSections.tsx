import { changeEmail, changePassword, deleteAccount, getCounts, getUser } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import { useNavigate } from '@multiball/shared/routing'
import type { Counts, Profile } from '@multiball/shared/schema'
import { checkEmailChange, checkPasswordChange } from '@multiball/shared/session'
import { PasswordField } from '@multiball/shared/ui'
import { EmailField } from '../fields/EmailField'
import { NewPasswordFields } from '../fields/NewPasswordFields'
import { useFields } from '../fields/useFields'
import { ChangeForm, ChangeSection, type Closing } from './ChangeSection'
import css from './Section.module.css'

/** The own address, and how to get another one. */
export function EmailSection({ profile: { id } }: { profile: Profile }) {
  const { loaded } = useRead(['user', id], (signal) => getUser(id, signal))
  // Without it the form is good for the same.
  const address = loaded.type === 'ready' ? loaded.value.email : undefined
  return (
    <ChangeSection
      title="Email address"
      current={address}
      label="Change email address"
      form={(closing) => <EmailForm {...closing} />}
    />
  )
}

function EmailForm({ onDone, onCancel }: Closing) {
  const { field, form } = useFields({
    initial: { email: '', password: '' },
    check: checkEmailChange,
    send: async ({ email, password }) => onDone(await changeEmail({ email: email.trim(), password })),
  })
  return (
    <ChangeForm label="Change email address" submitLabel="Send link" onCancel={onCancel} {...form}>
      <EmailField
        label="New email address"
        description="We’ll email a link there. Open it to switch to the new address."
        {...field('email')}
      />
      <PasswordField label="Your password" autoComplete="current-password" isRequired {...field('password')} />
    </ChangeForm>
  )
}

/** How to get another password. */
export const PasswordSection = ({ onChanged }: { onChanged(): void }) => (
  <ChangeSection
    title="Password"
    label="Change password"
    form={({ onDone, onCancel }) => (
      <PasswordForm
        onCancel={onCancel}
        onDone={(sentence) => {
          onDone(sentence)
          onChanged()
        }}
      />
    )}
  />
)

/** The server's fields by the names that they have here. */
function renamed(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.fields) return error
  const { password, new_password, ...rest } = error.fields
  const fields = { ...rest, ...(new_password && { password: new_password }), ...(password && { current: password }) }
  return new ApiError({ status: error.status, fields, cause: error })
}

function PasswordForm({ onDone, onCancel }: Closing) {
  const { field, form } = useFields({
    initial: { current: '', password: '', confirmation: '' },
    check: checkPasswordChange,
    send: async ({ current, password }) => {
      await changePassword({ password: current, new_password: password }).catch((error: unknown) => {
        throw renamed(error)
      })
      onDone('Your password has been changed. You are logged out everywhere else. Your API tokens have ended, too.')
    },
  })
  return (
    <ChangeForm label="Change password" submitLabel="Change password" onCancel={onCancel} {...form}>
      <p className={css.words}>This ends your other logins and all your API tokens.</p>
      <PasswordField label="Your password" autoComplete="current-password" isRequired {...field('current')} />
      <NewPasswordFields label="New password" field={field} />
    </ChangeForm>
  )
}

/** How to end the account for good. */
export const DeletionSection = () => (
  <ChangeSection
    title="Delete account"
    label="Delete account"
    form={({ onCancel }) => <DeletionForm onCancel={onCancel} />}
  />
)

function DeletionForm({ onCancel }: Pick<Closing, 'onCancel'>) {
  const navigate = useNavigate()
  const { loaded } = useRead(['counts'], getCounts)
  const { field, form } = useFields({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'Please type your password' : undefined }),
    send: async ({ password }) => {
      await deleteAccount(password)
      // Its token is worthless already. Who wanted that is not told that the login has ended.
      void navigate('/logout', { replace: true })
    },
  })
  return (
    <ChangeForm label="Delete account" submitLabel="Delete for good" isDanger onCancel={onCancel} {...form}>
      <p className={css.words}>
        This deletes your account
        {loaded.type === 'ready' ? ownedWords(loaded.value) : ', all your boards, venues and TVs'}, your machines and
        every game played on them, other players’ scores included. Scores that you claimed on other people’s machines
        stay, without your name. It cannot be undone.
      </p>
      <PasswordField label="Your password" autoComplete="current-password" isRequired {...field('password')} />
    </ChangeForm>
  )
}

/** Such as `, your 3 boards and 1 venue`: what there is none of is left out. */
function ownedWords({ boards, venues, tvs }: Counts): string {
  const all = Object.values(boards).reduce((sum, count) => sum + count, 0)
  const counted = (
    [
      [all, 'board'],
      [venues, 'venue'],
      [tvs, 'TV'],
    ] as const
  )
    .filter(([count]) => count > 0)
    .map(([count, one]) => `${count} ${one}${count === 1 ? '' : 's'}`)
  return counted.length === 0 ? '' : `, your ${new Intl.ListFormat('en-GB').format(counted)}`
}
