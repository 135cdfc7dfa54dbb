import { isWaiting } from '@multiball/platform/registry'
import type { PageReview, Registry } from '@multiball/shared/schema'

/*
 * Whoever opened a link for reviewers gets one version of a remote that others do not get. What the link says is for those
 * who signed it to tell; this is what follows from it for a page.
 */

/** The page to which a link for reviewers leads. */
export const reviewAddress = '/review'

/** One version of a remote. */
interface Candidate {
  remote: string
  version: string
}

/** A link that was read: what it shows, or why it shows nothing. `unchecked`: nobody can say at the moment. */
export type ReadReview = (Candidate & { expiresAt: Date }) | 'unknown' | 'expired' | 'withdrawn' | 'unchecked'

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
