import type { ClientError, RunningRemote } from '@multiball/shared/schema'
import { reportable } from './reportable'
import { pageVisit, sendReport } from './visit'

const reported = new Set<string>()

/** False where it was reported before; the code is undefined for a remote that was loaded. */
function isNew({ remote, version }: RunningRemote, code = ''): boolean {
  const name = `${remote} ${version} ${code}`
  if (reported.has(name)) return false
  reported.add(name)
  return true
}

/**
 * Tells the server that a remote failed in this page, so that its team sees it by version. Once for each remote,
 * version and code; of the message only what `reportable` leaves. Never throws and is never waited for.
 */
export function reportClientError(error: ClientError): void {
  const { remote, version, code, message } = error
  if (isNew(error, code)) sendReport('/api/client-errors/', { remote, version, code, ...(message !== undefined && { message: reportable(message) }) })
}

/** ms in which what a page loads is gathered */
const gatherMs = 3000
let gathered: RunningRemote[] = []

/**
 * Tells the server that a version of a remote was loaded into this page, once: failures are judged by how many visits a
 * version had. Never throws and is never waited for.
 */
export function reportVisit(loaded: RunningRemote): void {
  if (!isNew(loaded)) return
  gathered.push({ remote: loaded.remote, version: loaded.version })
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
