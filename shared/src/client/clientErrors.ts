import type { ClientError } from '@multiball/shared/schema'
import { pageConfig } from './pageConfig'

const reported = new Set<string>()

/**
 * Tells the server that a remote failed in this page, so that its team sees it by version. Once for each remote,
 * version and code; never throws and is never waited for.
 */
export function reportClientError({ remote, version, code }: ClientError): void {
  const error: ClientError = { remote, version, code }
  const text = JSON.stringify(error)
  if (reported.has(text)) return
  reported.add(text)
  try {
    navigator.sendBeacon?.(new URL('/api/client-errors/', pageConfig().apiHost || location.origin), text)
  } catch {
    // A report that cannot be sent is no further failure.
  }
}
