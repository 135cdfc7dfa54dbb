import { PasswordField, type PasswordFieldProps } from '@multiball/shared/ui'

interface NewPasswordFieldsProps {
  label: string
  /** the props of a field, from useFields */
  field(name: 'password' | 'confirmation'): Pick<PasswordFieldProps, 'name' | 'value' | 'error' | 'onChange' | 'onBlur'>
}

/** A password that is being chosen, typed twice. */
export const NewPasswordFields = ({ label, field }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label={label}
      autoComplete="new-password"
      isRequired
      description="At least 8 characters, with an upper-case letter, a lower-case letter, a number and a symbol"
      {...field('password')}
    />
    <PasswordField label="Confirm password" autoComplete="new-password" isRequired {...field('confirmation')} />
  </>
)
