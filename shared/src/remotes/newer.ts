import type { Registry } from '@multiball/shared/schema'
import { displayRemote } from './select'

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
