const cookieName = 'token'
/** As long as a token lives at most; the server decides, and may end it earlier. */
const maxAgeSeconds = 90 * 24 * 60 * 60

/** The value of the cookie in the text of `document.cookie`, undefined when it is not there or empty. */
export function parseTokenCookie(cookies: string): string | undefined {
  const start = `${cookieName}=`
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(start))
  return (found && decode(found.slice(start.length))) || undefined
}

/** Broken escapes are nobody's token. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The configured domain that this host belongs to, undefined where the cookie stays with the host. */
export const cookieDomain = (host: string, domains: readonly string[]): string | undefined =>
  domains.map((domain) => domain.replace(/^\./, '')).find((domain) => host === domain || host.endsWith(`.${domain}`))

interface CookiePlace {
  domain: string | undefined
  isSecure: boolean
}

const attributes = ({ domain, isSecure }: CookiePlace, seconds: number) =>
  ['Path=/', `Max-Age=${seconds}`, 'SameSite=Strict', isSecure && 'Secure', domain && `Domain=${domain}`].filter(Boolean).join('; ')

/** The cookie that keeps the token, as it is given to `document.cookie`. */
export const tokenCookie = (token: string, place: CookiePlace) => `${cookieName}=${encodeURIComponent(token)}; ${attributes(place, maxAgeSeconds)}`

/** The cookie that takes it away. */
export const noTokenCookie = (place: CookiePlace) => `${cookieName}=; ${attributes(place, 0)}`
