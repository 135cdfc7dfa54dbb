import { pageConfig, parseTokenCookie } from '@multiball/shared/client'
import { cookieDomain, noTokenCookie, tokenCookie } from './cookie'

const place = () => ({
  domain: cookieDomain(location.hostname, pageConfig().cookieDomains),
  isSecure: location.protocol === 'https:',
})

/** The login token of this browser, undefined while nobody is signed in. */
export const readToken = (): string | undefined => parseTokenCookie(document.cookie)

/** Keeps the token in the login cookie, in place of any other. @returns whether the browser has kept it */
export function storeToken(token: string): boolean {
  clearToken()
  document.cookie = tokenCookie(token, place())
  return readToken() === token
}

/** Forgets the token, on the shared domain and on this host. */
export function clearToken(): void {
  document.cookie = noTokenCookie(place())
  document.cookie = noTokenCookie({ ...place(), domain: undefined })
}
