import { reportClientError } from '@multiball/shared/client'
import { loadExpose, remoteVersion, retryRemote } from '@multiball/shared/remotes'
import { useLocation } from '@multiball/shared/routing'
import { Button, PageHeading, Spinner } from '@multiball/shared/ui'
import { useEffect, useState, type ComponentType } from 'react'
import { Boundary } from '../layout/Boundary'
import { RenderFailure } from '../layout/RenderFailure'
import { FailureCard } from './FailureCard'

interface RemotePageProps {
  remote: string
  /** such as `./routes`; its default export is rendered */
  expose: string
  /** name of the section, shown while the remote itself is not */
  title: string
}

type RemoteState = { type: 'waiting' } | { type: 'ready'; Page: ComponentType } | { type: 'failed'; error: unknown }

/** The page of a remote: waiting for it, showing it, or saying why it is not there. The rest of the shell never minds. */
export function RemotePage({ remote, expose, title }: RemotePageProps) {
  const { pathname } = useLocation()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<RemoteState>({ type: 'waiting' })

  useEffect(() => {
    let isCurrent = true
    loadExpose<{ default: ComponentType }>(remote, expose).then(
      ({ default: Page }) => isCurrent && setState({ type: 'ready', Page }),
      (error: unknown) => isCurrent && setState({ type: 'failed', error }),
    )
    return () => {
      isCurrent = false
    }
  }, [remote, expose, attempt])

  useEffect(() => {
    if (state.type === 'waiting') document.title = `${title} · Multiball`
  }, [state.type, title])

  const retry = () => {
    retryRemote(remote)
    setState({ type: 'waiting' })
    setAttempt(attempt + 1)
  }

  switch (state.type) {
    case 'waiting':
      return <Spinner label={`Loading ${title}`} />
    case 'failed':
      return <FailureCard title={title} remote={remote} error={state.error} onRetry={retry} />
    case 'ready':
      return (
        <Boundary
          resetKey={`${pathname} ${attempt}`}
          onThrow={() => reportClientError({ remote, version: remoteVersion(remote) ?? '-', code: 'REMOTE_THREW' })}
          fallback={
            <>
              <PageHeading title={title} />
              <RenderFailure details={`${remote} ${remoteVersion(remote) ?? '-'} REMOTE_THREW`} action={<Button icon="retry" onPress={() => setAttempt(attempt + 1)}>Retry</Button>} />
            </>
          }
        >
          <state.Page />
        </Boundary>
      )
  }
}
