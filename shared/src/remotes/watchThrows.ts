import { RemoteFailure } from './failure'

/** Of webpack: a file that code asked for later did not come. */
const isChunkFailure = (thrown: unknown) => thrown instanceof Error && thrown.name === 'ChunkLoadError'

/** What was thrown as the failure of the remote whose script threw it; undefined where it is no remote's. */
export function failureOf(
  thrown: unknown,
  origins: readonly string[],
  own: string | undefined,
): RemoteFailure | undefined {
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
export function watchThrows(
  origins: readonly string[],
  own: string | undefined,
  onFailure: (failure: RemoteFailure) => void,
): void {
  const tell = (thrown: unknown) => {
    const failure = failureOf(thrown, origins, own)
    if (failure) onFailure(failure)
  }
  addEventListener('error', ({ error }) => tell(error))
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}

/** A version of a remote. */
interface Blamed {
  remote: string
  version: string
}

const published = /(https?:\/\/[^\s/]+)\/r\/(mf-[a-z][a-z0-9-]*)\/([^\s/]+)\//g

/**
 * The remote whose script was running when something was thrown, by the addresses in its stack. A page that is a remote
 * itself is to blame only where no other one takes part: what all share lies in its files.
 * @param thrown whatever it was; only errors have a stack
 * @param origins where our scripts come from: in the page of a partner there are others
 */
export function blame(thrown: unknown, origins: readonly string[], own?: string): Blamed | undefined {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  const found = [...stack.matchAll(published)].flatMap(([, origin, remote, version]) =>
    origins.includes(origin!) ? [{ remote: remote!, version: version! }] : [],
  )
  return found.find(({ remote }) => remote !== own) ?? found[0]
}
