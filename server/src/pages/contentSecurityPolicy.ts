/** Who may have a page in a frame, and what it may have in frames itself. */
export interface Framing {
  /** origins whose pages may show this one, besides our own; `any` for all; missing: no page may */
  by?: readonly string[] | 'any'
  /** it shows pages of our own in frames */
  holdsOwn?: boolean
}

/** Nothing is said where any page may: a star would leave out pages without an origin, such as sandboxed ones. */
function ancestors(by: Framing['by']): string[] {
  if (by === 'any') return []
  return [`frame-ancestors ${by ? ["'self'", ...by].join(' ') : "'none'"}`]
}

/**
 * The policy of every page. Scripts run by nonce and by what those load; remote entries become scripts only
 * through the `multiball` Trusted Types policy, chunks through `multiball#chunks` (one a build, so duplicates).
 * @param origins origins besides the page's own that remotes, the API or sockets use
 * @param isForDevelopers a build on the developer's own machine may be loaded
 * @param hasWorker it may register a service worker
 */
export function contentSecurityPolicy(nonce: string, origins: readonly string[], isForDevelopers = false, { by, holdsOwn = false }: Framing = {}, hasWorker = false): string {
  const ownMachine = isForDevelopers ? ['http://localhost:*', 'ws://localhost:*'] : []
  const elsewhere = [...origins, ...ownMachine].map((origin) => ` ${origin}`).join('')
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'${elsewhere}`,
    // Attributes carry the numbers of the displays' layout, never text of users.
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:${elsewhere}`,
    `font-src 'self'${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    `manifest-src 'self'`,
    `worker-src ${hasWorker ? "'self'" : "'none'"}`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    ...(holdsOwn ? [`frame-src 'self'`] : []),
    ...ancestors(by),
    `require-trusted-types-for 'script'`,
    `trusted-types multiball multiball#chunks 'allow-duplicates'`,
  ].join('; ')
}
