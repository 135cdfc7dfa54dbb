/**
 * The policy of every page. Scripts run by nonce and by what those load; remote entries become scripts only
 * through the `multiball` Trusted Types policy, chunks through `multiball#chunks` (one a build, so duplicates).
 * @param origins origins besides the page's own that remotes, the API or sockets use
 */
export function contentSecurityPolicy(nonce: string, origins: readonly string[]): string {
  const elsewhere = origins.map((origin) => ` ${origin}`).join('')
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
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types multiball multiball#chunks 'allow-duplicates'`,
  ].join('; ')
}
