import type { PageConfig } from '@multiball/shared/schema'

/** What is not the same for every page. */
interface PagePolicy {
  /** a build on the developer's own machine may be loaded */
  isForDevelopers?: boolean
  /** origins whose pages may show this one, besides our own; `any` for all; missing: no page may */
  by?: readonly string[] | 'any'
  /** it shows pages of our own in frames */
  holdsOwn?: boolean
  /** it may register a service worker */
  hasWorker?: boolean
  /** streaming programs put the streamer's own style sheet into it, as an element of the page without a nonce */
  takesStyles?: boolean
}

/** Nothing is said where any page may: a star would leave out pages without an origin, such as sandboxed ones. */
function ancestors(by: PagePolicy['by']): string[] {
  if (by === 'any') return []
  return [`frame-ancestors ${by ? ["'self'", ...by].join(' ') : "'none'"}`]
}

/**
 * The policy of every page. Scripts run by nonce and by what those load; remote entries become scripts only
 * through the `multiball` Trusted Types policy, chunks through `multiball#chunks` (one a build, so duplicates).
 * @param origins origins besides the page's own that remotes, the API or sockets use
 */
export function contentSecurityPolicy(
  nonce: string,
  origins: readonly string[],
  { isForDevelopers, by, holdsOwn, hasWorker, takesStyles }: PagePolicy = {},
): string {
  const ownMachine = isForDevelopers ? ['http://localhost:*', 'ws://localhost:*'] : []
  const elsewhere = [...origins, ...ownMachine].map((origin) => ` ${origin}`).join('')
  return [
    `default-src 'none'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // Beside a nonce inline styles in general would not count.
    `style-src 'self' ${takesStyles ? `'unsafe-inline'` : `'nonce-${nonce}'`}${elsewhere}`,
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

/**
 * Browsers that know the header ask for no script without a hash, whatever forgot it. Builds on a developer's machine have
 * none. Chromium knows no other destination yet, and says so in the console.
 */
export const integrityPolicy = { 'integrity-policy': 'blocked-destinations=(script)' }

/** Origins that our pages talk to besides their own: API, sockets, remotes. */
export const originsOf = ({ apiHost, scoresHost, remoteOrigins }: PageConfig): string[] => [
  ...new Set(
    [apiHost, scoresHost, ...remoteOrigins]
      .filter((address) => address !== '')
      .map((address) => new URL(address).origin),
  ),
]
