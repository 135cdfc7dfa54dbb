import { isWaiting } from '@multiball/platform/registry'
import type { PageReview, Registry } from '@multiball/shared/schema'

/*
 * Whoever opened a link for reviewers gets one version of a remote that others do not get. What the link says is for those
 * who signed it to tell; this is what follows from it for a page.
 */

/** One version of a remote. */
interface Candidate {
  remote: string
  version: string
}

/** A link that was read: what it shows, or why it shows nothing. `unchecked`: nobody can say at the moment. */
export type ReadReview = (Candidate & { expiresAt: Date }) | 'unknown' | 'expired' | 'withdrawn' | 'unchecked'

/** Reads links for reviewers. Never throws. */
export interface ReviewReader {
  read(link: string): Promise<ReadReview>
}

const sentences = {
  unknown: 'This link for reviewers is not whole, or was not made here. You see what everybody sees.',
  expired: 'Your link for reviewers has expired. You see what everybody sees.',
  withdrawn: 'Your link for reviewers was withdrawn. You see what everybody sees.',
  unchecked: 'Your link for reviewers cannot be checked at the moment. You see what everybody sees.',
}

/** Why this candidate is not shown, in a sentence; undefined where it is. */
function whyNot({ remotes }: Registry, { remote: name, version }: Candidate): string | undefined {
  const remote = remotes[name]
  if (!remote?.versions[version])
    return `${name} ${version} is not published here any more. You see what everybody sees.`
  if (isWaiting(remote)) return undefined
  if (!remote.enabled) return `${name} is switched off. You see what everybody sees.`
  return remote.active === version ? `${name} ${version} is what everybody sees by now.` : undefined
}

/** No other version stands in for the candidate, since the reviewer would take that for it. */
function withCandidate(registry: Registry, { remote: name, version }: Candidate): Registry {
  const { canary: _shares, lastGood: _standIn, ...remote } = registry.remotes[name]!
  return { ...registry, remotes: { ...registry.remotes, [name]: { ...remote, enabled: true, active: version } } }
}

/** The registry as a reviewer gets it, and what their page says. */
export function underReview(registry: Registry, read: ReadReview): { registry: Registry; review: PageReview } {
  if (typeof read === 'string') return { registry, review: { ended: sentences[read] } }
  const { remote, version } = read
  const ended = whyNot(registry, read)
  return ended === undefined
    ? { registry: withCandidate(registry, read), review: { remote, version } }
    : { registry, review: { ended } }
}

/** Where the reviewer's look at it begins: its section of the dashboard, if it has one. */
export const reviewStart = ({ remotes }: Registry, { remote, version }: Candidate): string =>
  remotes[remote]?.versions[version]?.navigation?.path ?? '/'

const cookieName = 'mb-review'
const form = '[A-Za-z0-9_.-]{1,400}'
const ofForm = new RegExp(`^${form}$`)
const inCookies = new RegExp(`(?:^|;\\s*)${cookieName}=(${form})(?:;|$)`)

/** What was opened, if it has the form of a link; what has not is kept under another word, so that the next page says so. */
export const readable = (link: unknown): string => (typeof link === 'string' && ofForm.test(link) ? link : 'unreadable')

/** The link that this visitor opened; undefined for almost everybody. */
export const reviewLinkIn = (cookies: string | undefined): string | undefined => inCookies.exec(cookies ?? '')?.[1]

/** A day longer than the link, so that the page can say that it has expired. */
const afterwardsSeconds = 86_400
/** Long enough for the next page, which says what is wrong. */
const shortlySeconds = 60

/** Set-Cookie for a link that was opened. Scripts do not read it, and frames on other sites do not send it. */
export function keptLink(link: string, read: ReadReview, isSecure: boolean, now = Date.now()): string {
  const seconds =
    typeof read === 'string' ? shortlySeconds : Math.ceil((read.expiresAt.getTime() - now) / 1000) + afterwardsSeconds
  return `${cookieName}=${link}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Set-Cookie that ends a review. */
export const droppedLink = `${cookieName}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax`
