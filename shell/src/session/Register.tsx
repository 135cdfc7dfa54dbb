import { register } from '@multiball/shared/api'
import { useLocation, useNavigate } from '@multiball/shared/routing'
import { checkRegistration, signIn, type RegistrationFields } from '@multiball/shared/session'
import { Banner, Button, TextField } from '@multiball/shared/ui'
import { useStore } from 'jotai'
import * as v from 'valibot'
import { NewPasswordFields } from '../fields/NewPasswordFields'
import { useFields } from '../fields/useFields'
import css from './form.module.css'
import { registered, type ModeProps } from './modes'
import { ModeHeading, ModeLink } from './SessionFrame'
import { useTyped } from './typed'

const empty: RegistrationFields = {
  username: '', email: '', first_name: '', last_name: '', display_name: '', initials: '', password: '', confirmation: '',
}

/** The public page behind may know the letters of whoever registers. */
const Picked = v.object({ initials: v.pipe(v.string(), v.maxLength(3)) })

export function Register({ go, reason }: ModeProps) {
  const typed = useTyped()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const store = useStore()
  const { field, form: { failure, isBusy, onSubmit } } = useFields({
    initial: { ...empty, ...(v.is(Picked, state) && { initials: state.initials }), ...typed.read('register') },
    check: checkRegistration,
    keep: (fields) => typed.keep('register', { ...fields, password: '', confirmation: '' }),
    send: async ({ confirmation: _confirmation, ...registration }) => {
      await register(registration)
      typed.forget('register')
      typed.keep('login', { username: registration.username })
      typed.noteRegistered({ username: registration.username, password: registration.password })
      if (reason === undefined) return go('registerSuccess')
      // Somebody came from a page that waits for them.
      try {
        await signIn(registration, store)
        void navigate({ pathname, search }, { replace: true, state: registered })
      } catch {
        go('registerSuccess')
      }
    },
  })

  return (
    <>
      <ModeHeading>Register</ModeHeading>
      {reason && <p className={css.words}>{reason}</p>}
      <form className={css.form} onSubmit={onSubmit} noValidate>
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
        <NewPasswordFields label="Password" field={field} />
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
