import type { PageVisit } from '@multiball/shared/schema'
import { pageConfig } from './pageConfig'

/** What the server wrote into this page for its reports; undefined in pages that it did not write. */
export function pageVisit(): PageVisit | undefined {
  const text = document.getElementById('mb-visit')?.textContent
  return text ? (JSON.parse(text) as PageVisit) : undefined
}

/** Sends what a page reports of itself; never throws and is never waited for. A page that the server did not write reports nothing. */
export function sendReport(path: string, report: object): void {
  try {
    const visit = pageVisit()?.token
    if (visit === undefined) return
    const sent = fetch(new URL(path, pageConfig().apiHost || location.origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ visit, ...report }),
      credentials: 'omit',
      // The page may be on its way out.
      keepalive: true,
    })
    sent.catch(() => {})
  } catch {
    // A report that cannot be sent is no further failure.
  }
}
