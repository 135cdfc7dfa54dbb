/**
 * The policy of every page. Scripts run by nonce and by what those load; remote entries become scripts only
 * through the `multiball` Trusted Types policy, chunks through `multiball#chunks` (one a build, so duplicates).
 * @param origins origins besides the page's own that remotes, the API or sockets use
 * @param isForDevelopers a build on the developer's own machine may be loaded
 */
export function contentSecurityPolicy(nonce: string, origins: readonly string[], isForDevelopers = false): string {
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
    `worker-src 'none'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types multiball multiball#chunks 'allow-duplicates'`,
  ].join('; ')
}
