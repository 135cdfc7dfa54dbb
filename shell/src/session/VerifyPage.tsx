import { getVerifyLink, verifyEmail } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { useParams } from '@multiball/shared/routing'
import { Banner, Button, LinkButton } from '@multiball/shared/ui'
import { useState } from 'react'
import css from './form.module.css'
import { useFirst } from './lostAnswer'
import { ModeHeading, SessionFrame } from './SessionFrame'

type Progress = { type: 'open' | 'busy' | 'done' | 'unusable' } | { type: 'failed'; message: string }

const failed = (error: unknown): Progress =>
  error instanceof ApiError && error.status === 404
    ? { type: 'unusable' }
    : { type: 'failed', message: failureWords(error) }

/** Where a mailed verification link leads. A button confirms: mail scanners open links, but press nothing. */
export function VerifyPage() {
  const { token = '' } = useParams()
  const read = useFirst(useRead(['verifyLink', token], (signal) => getVerifyLink(token, signal)))
  const [progress, setProgress] = useState<Progress>({ type: 'open' })
  const { loaded } = read
  const isDone = progress.type === 'done'
  const isUnusable = !isDone && (loaded.type === 'missing' || progress.type === 'unusable')

  const confirm = async () => {
    if (progress.type === 'busy') return
    setProgress({ type: 'busy' })
    setProgress(await verifyEmail(token).then((): Progress => ({ type: 'done' }), failed))
  }

  return (
    <SessionFrame>
      <ModeHeading takesFocus={false}>{isDone ? 'Email address confirmed' : 'Confirm your email address'}</ModeHeading>
      {isUnusable && (
        <p className={css.words}>This link has already been used or has expired. Log in, or request a new one.</p>
      )}
      {!isUnusable && !isDone && <Unread read={read} what="the link" />}
      {progress.type === 'failed' && <Banner tone="error">{progress.message}</Banner>}
      {loaded.type === 'ready' && !isUnusable && !isDone && (
        <div className={css.form}>
          <p className={css.words}>This address belongs to the account {loaded.value.username}.</p>
          <Button variant="primary" isBusy={progress.type === 'busy'} onPress={() => void confirm()}>
            Confirm
          </Button>
        </div>
      )}
      {isDone && <p className={css.words}>Your account stays active.</p>}
      {(isUnusable || isDone) && <LinkButton to="/">Go to Multiball</LinkButton>}
    </SessionFrame>
  )
}
