import { register } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { checkRegistration, type RegistrationErrors, type RegistrationFields } from '@multiball/shared/session'
import { Banner, Button, focusField, PasswordField, TextField } from '@multiball/shared/ui'
import { useEffect, useState, type FormEvent } from 'react'
import css from './form.module.css'
import { ModeHeading } from './ModeHeading'
import { ModeLink } from './ModeLink'
import type { ModeProps } from './modeProps'

type Name = keyof RegistrationFields

const empty: RegistrationFields = {
  username: '', email: '', first_name: '', last_name: '', display_name: '', initials: '', password: '', confirmation: '',
}
const order = Object.keys(empty) as Name[]

export function Register({ go }: ModeProps) {
  const [fields, setFields] = useState(empty)
  const [visited, setVisited] = useState<ReadonlySet<Name>>(new Set())
  const [serverErrors, setServerErrors] = useState<RegistrationErrors>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [toFocus, setToFocus] = useState<Name>()
  const errors = checkRegistration(fields)

  // After the error is in its place, so that it is read with its field.
  useEffect(() => {
    if (!toFocus) return
    focusField(toFocus)
    setToFocus(undefined)
  }, [toFocus])

  const field = (name: Name) => ({
    name,
    value: fields[name],
    error: serverErrors[name] ?? (visited.has(name) ? errors[name] : undefined),
    onChange: (value: string) => {
      setFields({ ...fields, [name]: value })
      setServerErrors({ ...serverErrors, [name]: undefined })
    },
    onBlur: () => fields[name] && setVisited(new Set(visited).add(name)),
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFailure(undefined)
    setVisited(new Set(order))
    const firstWrong = order.find((name) => errors[name])
    if (firstWrong) return setToFocus(firstWrong)
    setBusy(true)
    try {
      const { confirmation: _confirmation, ...registration } = fields
      await register(registration)
      go('registerSuccess')
    } catch (error) {
      setBusy(false)
      const [name, message] = firstFieldError(error) ?? []
      if (name && message) {
        setServerErrors({ [name]: message })
        setToFocus(name)
      } else setFailure(error instanceof ApiError ? error.message : generalFailure)
    }
  }

  return (
    <>
      <ModeHeading>Register</ModeHeading>
      <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <TextField label="Username" autoComplete="username" autoCapitalize="none" isRequired {...field('username')} />
        <TextField label="Email" type="email" autoComplete="email" isRequired {...field('email')} />
        <div className={css.pair}>
          <TextField label="First name" autoComplete="given-name" isRequired {...field('first_name')} />
          <TextField label="Last name" autoComplete="family-name" isRequired {...field('last_name')} />
        </div>
        <div className={css.pair}>
          <TextField label="Display name" autoComplete="nickname" {...field('display_name')} />
          <TextField label="Initials" autoCapitalize="characters" autoComplete="off" {...field('initials')} />
        </div>
        <PasswordField
          label="Password"
          autoComplete="new-password"
          isRequired
          description="At least 8 characters, with a small and a capital letter, a number and a symbol"
          {...field('password')}
        />
        <PasswordField label="Confirm password" autoComplete="new-password" isRequired {...field('confirmation')} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Register
        </Button>
      </form>
      <div className={css.links}>
        <ModeLink onPress={() => go('login')}>Return to login</ModeLink>
      </div>
    </>
  )
}

/** The first message of the first field that the server refused, if it is one of this form. */
function firstFieldError(error: unknown): [Name, string] | undefined {
  if (!(error instanceof ApiError) || !error.fields) return undefined
  const [name, messages] = Object.entries(error.fields)[0] ?? []
  const known = order.find((one) => one === name)
  return known && messages?.[0] ? [known, messages[0]] : undefined
}
