import {
  longestReportedMessage,
  mostFrames,
  type ClientError,
  type LoadedRemote,
  type RunningRemote,
} from '@multiball/shared/schema'
import { pageVisit, sendReport } from './visit'

const reported = new Set<string>()

/** False where it was reported before; the code is undefined for a remote that was loaded. */
function isNew({ remote, version }: RunningRemote, code = ''): boolean {
  const name = `${remote} ${version} ${code}`
  if (reported.has(name)) return false
  reported.add(name)
  return true
}

const published = /\/r\/((?:shell|embed|mf-[a-z0-9-]+)\/\d[\w.-]*\/\w[\w.-]*\.js)(?:\?[^\s:)]*)?:(\d+):(\d+)/g

/** The lines of a stack that lie in published files, and nothing else of it; empty without any. */
function framesOf(thrown: unknown): string {
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : ''
  return [...stack.matchAll(published)]
    .slice(0, mostFrames)
    .map(([, file, line, column]) => `${file}:${line}:${column}`)
    .join(' ')
}

/**
 * Tells the server that a remote failed in this page, so that its team sees it by version. Once for each remote,
 * version and code; of the message only what `reportable` leaves, and of what was thrown, its `cause`, only where that was.
 * Never throws and is never waited for.
 */
export function reportClientError(error: ClientError & { cause?: unknown }): void {
  const { remote, version, code, message, cause } = error
  if (!isNew(error, code)) return
  const frames = framesOf(cause)
  sendReport('/api/client-errors/', {
    remote,
    version,
    code,
    ...(message !== undefined && { message: reportable(message) }),
    ...(frames !== '' && { frames }),
  })
}

/** ms in which what a page loads is gathered */
const gatherMs = 3000
let gathered: LoadedRemote[] = []

/**
 * Tells the server that a version of a remote was loaded into this page, once: failures are judged by how many visits a
 * version had. Never throws and is never waited for.
 */
export function reportVisit(loaded: LoadedRemote): void {
  if (!isNew(loaded)) return
  const { remote, version, ms } = loaded
  gathered.push({ remote, version, ...(ms !== undefined && { ms: Math.round(ms) }) })
  if (gathered.length > 1) return
  setTimeout(() => {
    sendReport('/api/client-errors/visits/', { loaded: gathered })
    gathered = []
  }, gatherMs)
}

/** Tells the server that the page itself was opened, where it is one of a remote; to be called once its script runs. */
export function reportOpened(): void {
  const opened = pageVisit()?.opened
  if (opened) reportVisit(opened)
}

/** What may name a person, a board or a secret: addresses, mail addresses, long numbers and ids, longer quotations. */
const unsaid = [
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /\S+@\S+/g,
  /(['"`])(?=[^'"`\n]*\s)[^'"`\n]*\1/g,
  /\b[\w-]*\d[\w-]{11,}\b/g,
  /\d{5,}/g,
]

/** An error's message as it may leave the page: its first line, shortened, without what a visitor may have typed. */
export function reportable(message: string): string {
  const [line = ''] = message.split('\n')
  return unsaid
    .reduce((text, pattern) => text.replace(pattern, '…'), line.slice(0, 1000))
    .slice(0, longestReportedMessage)
}
