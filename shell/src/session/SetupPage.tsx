import { getSetup, setUp } from '@multiball/shared/api'
import { failureWords } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { useNavigate } from '@multiball/shared/routing'
import { checkRegistration, signIn } from '@multiball/shared/session'
import { Banner, Button, LinkButton, TextField } from '@multiball/shared/ui'
import { useStore } from 'jotai'
import { useId } from 'react'
import { AccountFields, emptyAccount } from '../fields/AccountFields'
import { useFields } from '../fields/useFields'
import css from './form.module.css'
import { useUnanswered } from './lostAnswer'
import type { Place } from './modes'
import { ModeHeading, SessionFrame } from './SessionFrame'

/** Where whoever runs a new server makes its first account, with the code that the server has printed. */
export function SetupPage() {
  const read = useRead(['setup'], getSetup)
  const state = read.loaded.type === 'ready' ? read.loaded.value : undefined
  return (
    <SessionFrame>
      <ModeHeading takesFocus={false}>Set up Multiball</ModeHeading>
      <Unread read={read} what="the setup" />
      {state?.is_open && (
        <>
          <SetupForm />
          <Hints publicUrl={state.public_url} />
        </>
      )}
      {state && !state.is_open && (
        <>
          <p className={css.words}>This server asks for no setup code. Log in, or register an account.</p>
          <LinkButton to="/">Go to Multiball</LinkButton>
        </>
      )}
    </SessionFrame>
  )
}

function SetupForm() {
  const store = useStore()
  const navigate = useNavigate()
  const openUnanswered = useUnanswered()
  const {
    field,
    form: { failure, isBusy, onSubmit },
  } = useFields({
    initial: { code: '', ...emptyAccount },
    check: ({ code, ...account }) => ({
      ...(code.trim() === '' && { code: 'Please type the code' }),
      ...checkRegistration(account),
    }),
    send: async ({ confirmation: _confirmation, ...input }) => {
      try {
        await setUp(input)
      } catch (error) {
        // The code was used up by an attempt before, if its account opens.
        await openUnanswered(input.username, error, () => signIn(input, store))
        return void navigate('/', { replace: true })
      }
      // Where that fails, the login screen says why.
      const failure = await signIn(input, store).then(() => undefined, failureWords)
      void navigate('/', { replace: true, state: failure && ({ mode: 'login', sentence: failure } satisfies Place) })
    },
  })
  return (
    <>
      <p className={css.words}>Create this server’s first account. The code shows that you are the one who runs it.</p>
      <form className={css.form} onSubmit={onSubmit} noValidate>
        {!isEncrypted() && (
          <Banner tone="error">
            This connection is not encrypted: others may read the password you type here. Put a proxy with HTTPS in
            front of the server, and set PUBLIC_URL to its https address.
          </Banner>
        )}
        {failure && <Banner tone="error">{failure}</Banner>}
        <TextField
          label="Code"
          description="The server printed it when it started, like 7KQP-M2XA-9RTD"
          autoComplete="off"
          autoCapitalize="characters"
          isRequired
          {...field('code')}
        />
        <AccountFields field={field} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Create account
        </Button>
      </form>
    </>
  )
}

const isEncrypted = () => location.protocol === 'https:' || location.hostname === 'localhost'

/** What the person who runs the server may still have to set, going by the address at which they opened it. */
function Hints({ publicUrl }: { publicUrl: string | null }) {
  const { origin } = location
  const id = useId()
  if (publicUrl === origin) return null
  return (
    <section className={css.hints} aria-labelledby={id}>
      <h2 id={id}>Before others come</h2>
      <p>
        {publicUrl === null
          ? 'This server has not been told its address'
          : `This server’s address is set to ${publicUrl}`}
        , and you opened {origin}. Links in emails, QR codes and embeds use the address that is set. If people will use
        this one, start the server with:
      </p>
      <code>PUBLIC_URL={origin}</code>
    </section>
  )
}
