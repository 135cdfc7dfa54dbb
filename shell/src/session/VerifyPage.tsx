import { getVerifyLink, verifyEmail } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { useParams } from '@multiball/shared/routing'
import { Banner, Button, LinkButton, Spinner } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import css from './form.module.css'
import { ModeHeading } from './ModeHeading'
import { SessionFrame } from './SessionFrame'

type State = { type: 'loading' } | { type: 'unusable' } | { type: 'failed'; message: string } | { type: 'ready'; username: string } | { type: 'done' }

const failed = (error: unknown): State =>
  error instanceof ApiError && error.status === 404
    ? { type: 'unusable' }
    : { type: 'failed', message: error instanceof ApiError ? error.message : generalFailure }

/** Where a mailed verification link leads. A button confirms: mail scanners open links, but press nothing. */
export function VerifyPage() {
  const { token = '' } = useParams()
  const [state, setState] = useState<State>({ type: 'loading' })
  const [isBusy, setBusy] = useState(false)

  useEffect(() => {
    const controller = new AbortController()
    getVerifyLink(token, controller.signal).then(
      ({ username }) => setState({ type: 'ready', username }),
      (error: unknown) => !controller.signal.aborted && setState(failed(error)),
    )
    return () => controller.abort()
  }, [token])

  const confirm = async () => {
    if (isBusy) return
    setBusy(true)
    setState(await verifyEmail(token).then((): State => ({ type: 'done' }), failed))
    setBusy(false)
  }

  return (
    <SessionFrame>
      <ModeHeading takesFocus={false}>{state.type === 'done' ? 'E-mail address confirmed' : 'Confirm your e-mail address'}</ModeHeading>
      {state.type === 'loading' && <Spinner label="Reading the link" />}
      {state.type === 'failed' && <Banner tone="error">{state.message}</Banner>}
      {state.type === 'unusable' && (
        <p className={css.words}>This link was used already, or is too old. Log in, or ask there for a new verification e-mail.</p>
      )}
      {state.type === 'ready' && (
        <div className={css.form}>
          <p className={css.words}>This address belongs to the account {state.username}.</p>
          <Button variant="primary" isBusy={isBusy} onPress={() => void confirm()}>
            Confirm
          </Button>
        </div>
      )}
      {state.type === 'done' && <p className={css.words}>Your account stays active.</p>}
      {(state.type === 'unusable' || state.type === 'done') && <LinkButton to="/">Go to Multiball</LinkButton>}
    </SessionFrame>
  )
}
