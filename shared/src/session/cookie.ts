import { tokenCookieName } from '@multiball/shared/client'

/** As long as a token lives at most; the server decides, and may end it earlier. */
const maxAgeSeconds = 90 * 24 * 60 * 60

/** The configured domain that this host belongs to, undefined where the cookie stays with the host. */
export const cookieDomain = (host: string, domains: readonly string[]): string | undefined =>
  domains.map((domain) => domain.replace(/^\./, '')).find((domain) => host === domain || host.endsWith(`.${domain}`))

interface CookiePlace {
  domain: string | undefined
  isSecure: boolean
}

const attributes = ({ domain, isSecure }: CookiePlace, seconds: number) =>
  ['Path=/', `Max-Age=${seconds}`, 'SameSite=Strict', isSecure && 'Secure', domain && `Domain=${domain}`]
    .filter(Boolean)
    .join('; ')

/** The cookie that keeps the token, as it is given to `document.cookie`. */
export const tokenCookie = (token: string, place: CookiePlace) =>
  `${tokenCookieName}=${encodeURIComponent(token)}; ${attributes(place, maxAgeSeconds)}`

/** The cookie that takes it away. */
export const noTokenCookie = (place: CookiePlace) => `${tokenCookieName}=; ${attributes(place, 0)}`
