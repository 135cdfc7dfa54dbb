import { forget, recall, remember } from '../remembered'

/* Who somebody without an account is, kept by this browser. */

const tokenName = 'multiball guest'
const initialsName = 'multiball guest initials'
const tokenBytes = 32

/** The token by which the server knows this browser's guest; undefined before the first claim. */
export const readGuest = (): string | undefined => recall(tokenName)

/** The same, drawn before the first claim is sent: one whose answer is lost can be sent again, and is the same claim. */
export function guestToken(): string {
  const known = readGuest()
  if (known !== undefined) return known
  const bytes = crypto.getRandomValues(new Uint8Array(tokenBytes))
  const token = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  remember(tokenName, token)
  return token
}

/** To be called when the guest's games are an account's. */
export const forgetGuest = (): void => forget(tokenName)

/** What was picked last, finished or not. */
export const readInitials = (): string => recall(initialsName) ?? ''
export const keepInitials = (initials: string): void => remember(initialsName, initials)
