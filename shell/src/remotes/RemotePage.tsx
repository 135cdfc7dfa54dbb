import { reportClientError } from '@multiball/shared/client'
import {
  loadedExpose,
  loadExpose,
  newerRev,
  RemoteFailure,
  remoteVersion,
  retryRemote,
} from '@multiball/shared/remotes'
import { useLocation } from '@multiball/shared/routing'
import { reachAtom, type SessionStore } from '@multiball/shared/session'
import { Banner, Button, PageHeading, Spinner } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { Boundary } from '../failure/Boundary'
import { RenderFailure } from '../failure/RenderFailure'
import { FailureCard } from './FailureCard'

/** What a remote exposes as a page. */
export interface RemoteModule {
  default: ComponentType & {
    /**
     * Asks for what the page reads first, once it is known who is signed in and before it is drawn.
     * @param owner id of that user
     * @param pathname the page's, such as /scoreboards
     */
    prepare?(owner: number, pathname: string, store: SessionStore): void
  }
}

interface RemotePageProps {
  remote: string
  /** such as `./routes`; its default export is rendered */
  expose: string
  /** name of the section, shown while the remote itself is not */
  title: string
  /** part of a page that has a heading of its own */
  isPanel?: boolean
}

/** What was thrown while the remote was drawn; a file that it asks for only then may not have come. */
function thrownFailure(remote: string, thrown: unknown): RemoteFailure {
  const lost = thrown instanceof Error && /Loading (?:CSS )?chunk/.test(thrown.message) ? thrown.message : undefined
  return new RemoteFailure(
    remote,
    remoteVersion(remote) ?? '-',
    lost === undefined ? 'REMOTE_THREW' : 'REMOTE_CHUNK_FAILED',
    lost,
    { cause: thrown },
  )
}

/** A file of the shell's own that did not come: its stack names no remote, and the one whose section asked for it is reported. */
const isOfShell = (thrown: unknown) =>
  thrown instanceof Error && thrown.name === 'ChunkLoadError' && !/\/r\/mf-/.test(thrown.stack ?? '')

function report(remote: string, thrown: unknown): RemoteFailure {
  const failure = thrownFailure(remote, thrown)
  const message = failure.file ? failure.reason : thrown instanceof Error ? thrown.message : undefined
  reportClientError({ remote, version: failure.version, code: failure.code, message, cause: thrown })
  return failure
}

type RemoteState =
  { type: 'waiting' } | { type: 'ready'; Page: ComponentType } | { type: 'failed'; error: unknown; isOutdated: boolean }

/** The page of a remote: waiting for it, showing it, or saying why it is not there. The rest of the shell never minds. */
export function RemotePage({ remote, expose, title, isPanel = false }: RemotePageProps) {
  const { pathname } = useLocation()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<RemoteState>(() => {
    const module = loadedExpose<RemoteModule>(remote, expose)
    return module ? { type: 'ready', Page: module.default } : { type: 'waiting' }
  })
  /** whether somebody pressed Retry for what is shown now */
  const [isPressed, setPressed] = useState(false)
  const [thrown, setThrown] = useState<RemoteFailure>()

  useEffect(() => {
    let isCurrent = true
    // Somebody pressed Retry: what this page loads may not be what runs by now.
    const looking = attempt > 0 ? newerRev([remote]) : undefined
    loadExpose<RemoteModule>(remote, expose).then(
      ({ default: Page }) =>
        isCurrent && setState((now) => (now.type === 'ready' && now.Page === Page ? now : { type: 'ready', Page })),
      async (error: unknown) => {
        const isOutdated = (await looking) !== undefined
        if (isCurrent) setState({ type: 'failed', error, isOutdated })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [remote, expose, attempt])

  useEffect(() => {
    if (isPanel) return
    const hear = ({ error }: ErrorEvent) => void (isOfShell(error) && report(remote, error))
    addEventListener('error', hear)
    return () => removeEventListener('error', hear)
  }, [remote, isPanel])

  useEffect(() => {
    if (state.type === 'waiting' && !isPanel) document.title = `${title} · Multiball`
  }, [state.type, title, isPanel])

  const retry = (pressed: boolean) => {
    setPressed(pressed)
    retryRemote(remote)
    setState({ type: 'waiting' })
    setAttempt(attempt + 1)
  }
  // What did not come while the server was away comes by itself once it answers again.
  const reach = useAtomValue(reachAtom)
  const lastReach = useRef(reach.type)
  useEffect(() => {
    const isBack = lastReach.current === 'lost' && reach.type === 'reached'
    lastReach.current = reach.type
    if (isBack && state.type === 'failed') retry(false)
  })
  const drawAgain = async () => {
    setPressed(true)
    if ((await newerRev([remote])) !== undefined) setState({ type: 'failed', error: thrown, isOutdated: true })
    else setAttempt(attempt + 1)
  }

  switch (state.type) {
    case 'waiting':
      return <Spinner label={`Loading ${title}`} />
    case 'failed':
      if (reach.type === 'lost' && reach.isOffline) {
        return (
          <>
            {!isPanel && <PageHeading title={title} />}
            <Banner tone="error">
              You’re offline. {isPanel ? title : 'This page'} loads as soon as you’re back online.
            </Banner>
          </>
        )
      }
      return (
        <FailureCard
          title={title}
          remote={remote}
          error={state.error}
          isOutdated={state.isOutdated}
          isPanel={isPanel}
          takesFocus={isPressed}
          onRetry={() => retry(true)}
        />
      )
    case 'ready':
      return (
        <Boundary
          resetKey={`${pathname} ${attempt}`}
          onThrow={(what) => setThrown(report(remote, what))}
          fallback={
            <>
              {!isPanel && <PageHeading title={title} />}
              <RenderFailure
                details={thrown && [remote, thrown.version, thrown.code, thrown.file].filter(Boolean).join(' ')}
                action={
                  <Button icon="retry" onPress={() => void drawAgain()}>
                    Retry
                  </Button>
                }
              />
            </>
          }
        >
          <state.Page />
        </Boundary>
      )
  }
}
