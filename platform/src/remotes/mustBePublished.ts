import type { Registry } from '@multiball/shared/schema'
import { ChangeRefused } from '../registry/changes'

/**
 * Of a slip of the pen nothing bad is known either.
 * @param remote empty for all
 * @param version empty for every one of the remote
 * @throws ChangeRefused for a name that nobody published
 */
export function mustBePublished({ remotes }: Registry, remote: string, version: string): void {
  if (!remote) return
  const known = remotes[remote]?.versions
  if (!known) throw new ChangeRefused(`There is no remote ${remote}. Published: ${Object.keys(remotes).join(', ') || 'none'}`)
  if (version && !known[version]) throw new ChangeRefused(`${remote} has no version ${version}. Known: ${Object.keys(known).join(', ')}`)
}
