import type { RemoteFailure } from '@multiball/shared/remotes'

const reported = new Set<string>()

/**
 * Tells our server that a remote failed, once for each remote, version and code. Nobody waits for it, no cookie goes
 * with it, and nothing of it ends up in the partner's console.
 */
export function reportFailure(apiHost: string, { remote, version, code }: RemoteFailure): void {
  const body = JSON.stringify({ remote, version, code })
  if (reported.has(body)) return
  reported.add(body)
  void fetch(new URL('/api/client-errors/', apiHost), { method: 'POST', mode: 'no-cors', credentials: 'omit', keepalive: true, body }).catch(() => {})
}
