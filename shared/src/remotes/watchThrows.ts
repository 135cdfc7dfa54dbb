import { blame } from './blame'
import { RemoteFailure } from './failure'

/** Of webpack: a file that code asked for later did not come. */
const isChunkFailure = (thrown: unknown) => thrown instanceof Error && thrown.name === 'ChunkLoadError'

/** What was thrown as the failure of the remote whose script threw it; undefined where it is no remote's. */
export function failureOf(thrown: unknown, origins: readonly string[], own: string | undefined): RemoteFailure | undefined {
  const blamed = blame(thrown, origins, own)
  if (!blamed) return undefined
  const code = isChunkFailure(thrown) ? 'REMOTE_CHUNK_FAILED' : 'REMOTE_UNCAUGHT'
  return new RemoteFailure(blamed.remote, blamed.version, code, (thrown as Error).message, { cause: thrown })
}

/**
 * Tells what nobody caught, of the remote whose script threw it: in handlers of events, in timers, in promises. The
 * browser says it in the console as it does anyway.
 * @param own the remote that is this page, if it is one
 */
export function watchThrows(origins: readonly string[], own: string | undefined, onFailure: (failure: RemoteFailure) => void): void {
  const tell = (thrown: unknown) => {
    const failure = failureOf(thrown, origins, own)
    if (failure) onFailure(failure)
  }
  addEventListener('error', ({ error }) => tell(error))
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}
