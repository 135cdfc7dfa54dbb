import { register } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import { useLocation, useNavigate } from '@multiball/shared/routing'
import { checkRegistration, signIn } from '@multiball/shared/session'
import { Banner, Button } from '@multiball/shared/ui'
import { useStore } from 'jotai'
import * as v from 'valibot'
import { AccountFields, emptyAccount } from '../fields/AccountFields'
import { useFields } from '../fields/useFields'
import css from './form.module.css'
import { isLost, useUnanswered } from './lostAnswer'
import { registered, type ModeProps } from './modes'
import { ModeHeading, ModeLink } from './SessionFrame'
import { useTyped } from './typed'

/** The public page behind may know the letters of whoever registers. */
const Picked = v.object({ initials: v.pipe(v.string(), v.maxLength(3)) })

const isTaken = (error: unknown) => error instanceof ApiError && Boolean(error.fields?.username ?? error.fields?.email)

export function Register({ go, reason }: ModeProps) {
  const typed = useTyped()
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const store = useStore()
  const openUnanswered = useUnanswered()
  const {
    field,
    form: { failure, isBusy, onSubmit },
  } = useFields({
    initial: { ...emptyAccount, ...(v.is(Picked, state) && { initials: state.initials }), ...typed.read('register') },
    check: checkRegistration,
    keep: (fields) => typed.keep('register', { ...fields, password: '', confirmation: '' }),
    send: async ({ confirmation: _confirmation, ...registration }) => {
      const { username, password } = registration
      const signInHere = async () => {
        await signIn({ username, password }, store)
        typed.forget('register')
        void navigate({ pathname, search }, { replace: true, state: registered })
      }
      try {
        await register(registration)
      } catch (error) {
        if (!isLost(error) && !isTaken(error)) throw error
        // Taken by an attempt before, if its password opens it.
        return openUnanswered(username, error, signInHere)
      }
      typed.forget('register')
      typed.keep('login', { username })
      typed.noteRegistered({ username, password })
      if (reason === undefined) return go('registerSuccess')
      // Somebody came from a page that waits for them.
      await signInHere().catch(() => go('registerSuccess'))
    },
  })

  return (
    <>
      <ModeHeading>Register</ModeHeading>
      {reason && <p className={css.words}>{reason}</p>}
      <form className={css.form} onSubmit={onSubmit} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <AccountFields field={field} />
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
