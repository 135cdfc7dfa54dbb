/** Why a remote is not there. The codes are what people read out to support, so they never change. */
export type RemoteFailureCode =
  /** the registry has no such remote, version or expose */
  | 'REMOTE_UNKNOWN'
  | 'REMOTE_DISABLED'
  /** the page does not bring what the remote requires */
  | 'REMOTE_REQUIRES'
  | 'REMOTE_ORIGIN'
  | 'REMOTE_ENTRY_TIMEOUT'
  /** the entry could not be fetched */
  | 'REMOTE_ENTRY_FAILED'
  /** what came is not what the registry pinned, as when a proxy answers in the server's place */
  | 'REMOTE_ENTRY_INTEGRITY'
  /** the entry arrived, a file that it asked for did not */
  | 'REMOTE_CHUNK_FAILED'
  /** the entry arrived but its module, or a share that it needs, did not start */
  | 'REMOTE_MODULE_FAILED'
  /** it was loaded and threw while it was drawn */
  | 'REMOTE_THREW'
  /** its code threw where nobody caught it: in a handler, a timer, a promise, or while it was taken away */
  | 'REMOTE_UNCAUGHT'

export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure'
  /** name of the published file that did not come, or came changed, where the reason has its address */
  readonly file?: string

  constructor(
    readonly remote: string,
    readonly version: string,
    readonly code: RemoteFailureCode,
    /** more for the people who ship the remote */
    readonly reason = '',
    options?: ErrorOptions,
  ) {
    super(`${remote} ${version}: ${code}${reason && ` (${reason})`}`, options)
    this.file = /\/r\/\S+\/([^/\s?]+\.(?:js|css))/.exec(reason)?.[1]
  }
}

const networkFailures: readonly RemoteFailureCode[] = [
  'REMOTE_ENTRY_TIMEOUT',
  'REMOTE_ENTRY_FAILED',
  'REMOTE_ENTRY_INTEGRITY',
  'REMOTE_CHUNK_FAILED',
]

/** Only what the network did may be tried again: after a failed start the same entry is poisoned. */
export const isRetryable = ({ code }: RemoteFailure) => networkFailures.includes(code)

export interface Diagnosis {
  code: RemoteFailureCode
  reason: string
}

export const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/** webpack's own words for a script or style of a chunk that did not come. */
const chunkFailure = /Loading (?:CSS )?chunk/

/** What the failure of an entry that arrived was: a file that it asked for, or its code. */
export function insideFailure(cause: unknown): Diagnosis {
  const message = messageOf(cause)
  return { code: chunkFailure.test(message) ? 'REMOTE_CHUNK_FAILED' : 'REMOTE_MODULE_FAILED', reason: message }
}
