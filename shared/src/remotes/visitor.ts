import { hasCanary, visitorCookie, visitorOf, type Registry } from '@multiball/shared/schema'

const yearSeconds = 31_536_000

const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The visitor's random id, by which canaries are shared out. One is made only while there is a canary to decide, and
 * used only when the browser kept it: without cookies a visitor would be somebody else at every visit.
 */
export function visitorId(registry: Registry, page: Pick<Document, 'cookie'> = document): string | undefined {
  const known = visitorOf(page.cookie)
  if (known || !hasCanary(registry)) return known
  try {
    page.cookie = `${visitorCookie}=${newId()}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
    return visitorOf(page.cookie)
  } catch {
    // Sandboxed frames throw where others ignore.
    return undefined
  }
}
