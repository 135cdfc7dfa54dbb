import { deployables, versionOf } from '../packages'
import { ChangeRefused } from '../registry/changes'

/** The version that a package's sources make. @throws ChangeRefused when there is no such package */
export function sourceVersion(name: string): string {
  if (!deployables().includes(name)) throw new ChangeRefused(`${name || 'That'} is no remote here. Remotes: ${deployables().join(', ') || 'none'}`)
  return versionOf(name)
}
