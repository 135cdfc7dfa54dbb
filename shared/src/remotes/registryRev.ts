import type { Registry } from '@multiball/shared/schema'
import { ownRev, revOf } from './readRegistry'
import { displayRemote } from './select'

const patienceMs = 10_000

/**
 * The rev of the server's registry where it is not the page's own. Undefined where it is, and while the server does not answer.
 * @param isNewer false for a registry that changes nothing for this page
 */
export async function findNewerRev(isNewer: (registry: unknown) => boolean): Promise<number | undefined> {
  const own = ownRev()
  if (own === undefined) return undefined
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), patienceMs)
  try {
    const answer = await fetch(new URL('/registry.json', location.href), { cache: 'no-cache', signal: abort.signal })
    const registry = answer.ok ? ((await answer.json()) as unknown) : undefined
    const rev = revOf(registry)
    return rev === undefined || rev === own || !isNewer(registry) ? undefined : rev
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

const stateOf = ({ remotes }: Registry, name: string) => {
  const remote = remotes[name]
  return remote ? `${remote.enabled} ${remote.active}` : 'none'
}

/** What a page is made of besides what it loaded: pages of their own, and displays that it would have shown if there had been any. */
const partsOf = (own: Registry, now: Registry) =>
  Object.entries(now.remotes).flatMap(([name, { active, versions }]) => {
    const { page, display } = versions[active] ?? {}
    return page || (display && displayRemote(own, display) === undefined) ? [name] : []
  })

/**
 * True when the registry says something else of what a page is made of than it did when the page was written; what
 * happens to other remotes is not the page's business.
 * @param own for this visitor, as `now` is
 * @param loaded names of the remotes that the page has asked for
 */
export const isNewer = (own: Registry, now: Registry, loaded: readonly string[]): boolean =>
  [...loaded, ...partsOf(own, now)].some((name) => stateOf(own, name) !== stateOf(now, name))
