import type { Registry, Remote, RemoteVersion, ShellVersion } from '@multiball/shared/schema'

/* Changes of the registry: plain functions from one registry to the next. */

/** A change that cannot be made; the message says what to do instead. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused'
}

function remoteOf(registry: Registry, name: string): Remote {
  const remote = registry.remotes[name]
  if (remote) return remote
  const known = Object.keys(registry.remotes).join(', ') || 'none'
  throw new ChangeRefused(`There is no remote ${name} in the registry (published: ${known}). Publish it first: npm run remotes -- publish ${name}`)
}

const withRemote = (registry: Registry, name: string, remote: Remote): Registry => ({
  ...registry,
  remotes: { ...registry.remotes, [name]: remote },
})

/** Makes another known version the active one; the one before becomes the last good one. */
export function promote(registry: Registry, name: string, version: string): Registry {
  const remote = remoteOf(registry, name)
  if (!remote.versions[version]) {
    throw new ChangeRefused(`${name} has no version ${version}. Known: ${Object.keys(remote.versions).join(', ')}`)
  }
  if (remote.active === version) return registry
  return withRemote(registry, name, { ...remote, active: version, lastGood: remote.active })
}

/** Adds a version and makes it the active one. */
export function publish(registry: Registry, name: string, version: string, record: RemoteVersion): Registry {
  const remote = registry.remotes[name]
  const versions = { ...remote?.versions, [version]: record }
  if (!remote) return withRemote(registry, name, { enabled: true, active: version, versions })
  return promote(withRemote(registry, name, { ...remote, versions }), name, version)
}

/** Goes back to the version that ran before the active one. */
export function rollback(registry: Registry, name: string): Registry {
  const remote = remoteOf(registry, name)
  const { lastGood } = remote
  if (!lastGood) throw new ChangeRefused(`${name} has no earlier version to go back to. Switch it off instead: npm run remotes -- disable ${name}`)
  // What was taken back is no good version to fall back on.
  return withRemote(registry, name, { ...remote, active: lastGood, lastGood: undefined })
}

/** Switches a remote off or on; off, its navigation item is gone and its page says so. */
export const setEnabled = (registry: Registry, name: string, enabled: boolean): Registry =>
  withRemote(registry, name, { ...remoteOf(registry, name), enabled })

/** Adds a version of the shell and makes it the active one. */
export const publishShell = (registry: Registry, version: string, record: ShellVersion): Registry => ({
  ...registry,
  shell: { active: version, versions: { ...registry.shell?.versions, [version]: record } },
})
