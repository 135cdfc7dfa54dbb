/** The login cookie. */
export const tokenCookieName = 'token'

/** The value of the cookie in the text of `document.cookie`, undefined when it is not there or empty. */
export function parseTokenCookie(cookies: string): string | undefined {
  const start = `${tokenCookieName}=`
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
