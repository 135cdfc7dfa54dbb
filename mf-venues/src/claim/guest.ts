/* Who somebody without an account is, kept by this browser. Without storage it lasts as long as the page. */

const tokenName = 'multiball guest'
const initialsName = 'multiball guest initials'
const tokenBytes = 32

/** What storage did not take. */
const inPage = new Map<string, string>()

function read(name: string): string | undefined {
  try {
    return inPage.get(name) ?? localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

function keep(name: string, text: string) {
  try {
    localStorage.setItem(name, text)
    inPage.delete(name)
  } catch {
    inPage.set(name, text)
  }
}

/** The token by which the server knows this browser's guest; undefined before the first claim. */
export const readGuest = (): string | undefined => read(tokenName)

/** The same, drawn before the first claim is sent: one whose answer is lost can be sent again, and is the same claim. */
export function guestToken(): string {
  const known = readGuest()
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes))
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  keep(tokenName, token)
  return token
}

/** To be called when the guest's games are an account's. */
export function forgetGuest(): void {
  inPage.delete(tokenName)
  try {
    localStorage.removeItem(tokenName)
  } catch {
    // There was none.
  }
}

/** What was picked last, finished or not. */
export const readInitials = (): string => read(initialsName) ?? ''
export const keepInitials = (initials: string): void => keep(initialsName, initials)
