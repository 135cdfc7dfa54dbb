import { getSetup, setUp } from '@multiball/shared/api'
import { Unread, useRead } from '@multiball/shared/queries'
import { useNavigate } from '@multiball/shared/routing'
import { checkRegistration, signIn } from '@multiball/shared/session'
import { Banner, Button, LinkButton, TextField } from '@multiball/shared/ui'
import { useStore } from 'jotai'
import { AccountFields, emptyAccount } from '../fields/AccountFields'
import { useFields } from '../fields/useFields'
import css from './form.module.css'
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
          <p className={css.words}>This server is set up already.</p>
          <LinkButton to="/">Go to Multiball</LinkButton>
        </>
      )}
    </SessionFrame>
  )
}

function SetupForm() {
  const store = useStore()
  const navigate = useNavigate()
  const { field, form: { failure, isBusy, onSubmit } } = useFields({
    initial: { code: '', ...emptyAccount },
    check: ({ code, ...account }) => ({ ...(code.trim() === '' && { code: 'Please type the code' }), ...checkRegistration(account) }),
    send: async ({ confirmation: _confirmation, ...input }) => {
      await setUp(input)
      // Where that fails, the login screen is next.
      await signIn(input, store).catch(() => {})
      void navigate('/', { replace: true })
    },
  })
  return (
    <>
      <p className={css.words}>Create the first account. The server printed a code when it started; only you can read it.</p>
      <form className={css.form} onSubmit={onSubmit} noValidate>
        {failure && <Banner tone="error">{failure}</Banner>}
        <TextField label="Code from the server’s log" autoComplete="off" autoCapitalize="characters" isRequired {...field('code')} />
        <AccountFields field={field} />
        <Button type="submit" variant="primary" isBusy={isBusy}>
          Create account
        </Button>
      </form>
    </>
  )
}

/** What the person who runs the server may still have to set, going by the address at which they opened it. */
function Hints({ publicUrl }: { publicUrl: string | null }) {
  const { origin, protocol, hostname } = location
  const isEncrypted = protocol === 'https:' || hostname === 'localhost'
  const isThatAddress = publicUrl === origin
  if (isEncrypted && isThatAddress) return null
  return (
    <section className={css.hints} aria-label="Before others come">
      {!isThatAddress && (
        <p>
          {publicUrl === null ? 'The server does not know its own address yet' : `The server takes ${publicUrl} for its address`}, and you opened {origin}.
          Links in e-mails, codes on walls and embeds need the one that people use: start the server with <code>PUBLIC_URL={origin}</code> if this is it.
        </p>
      )}
      {!isEncrypted && (
        <p>
          This page is not encrypted: on its way here, your password can be read. Put a proxy with HTTPS in front of the server, and make its https address the
          PUBLIC_URL.
        </p>
      )}
    </section>
  )
}
