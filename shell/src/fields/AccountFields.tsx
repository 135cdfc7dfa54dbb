import type { RegistrationFields } from '@multiball/shared/session'
import { TextField } from '@multiball/shared/ui'
import type { ComponentProps } from 'react'
import { EmailField } from './EmailField'
import { NewPasswordFields } from './NewPasswordFields'
import css from './AccountFields.module.css'

type FieldProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>

/** A new account before anything is typed. */
export const emptyAccount: RegistrationFields = {
  username: '',
  email: '',
  first_name: '',
  last_name: '',
  display_name: '',
  initials: '',
  password: '',
  confirmation: '',
}

/** The fields of a new account. `field` answers the props of one, from useFields. */
export const AccountFields = ({ field }: { field(name: keyof RegistrationFields): FieldProps }) => (
  <>
    <TextField
      label="Username"
      description="You can’t leave it empty: it is what you log in with."
      autoComplete="username"
      autoCapitalize="none"
      isRequired
      {...field('username')}
    />
    <EmailField {...field('email')} />
    <div className={css.pair}>
      <TextField label="First name" autoComplete="given-name" isRequired {...field('first_name')} />
      <TextField label="Last name" autoComplete="family-name" isRequired {...field('last_name')} />
    </div>
    <div className={css.pair}>
      <TextField label="Display name" autoComplete="nickname" {...field('display_name')} />
      <TextField label="Initials" autoCapitalize="characters" autoComplete="off" {...field('initials')} />
    </div>
    <NewPasswordFields label="Password" field={field} />
  </>
)
