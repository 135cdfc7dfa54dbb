import { unmet, type Provided, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import { RemoteFailure } from './failure'
import { noIntegrity } from './readRegistry'

/** One version of one remote, as it will be loaded. */
export interface Candidate {
  remote: string
  version: string
  record: RemoteVersion
}

/**
 * The versions to try, best first: the active one, then the last good one.
 * @throws RemoteFailure when the remote is unknown or switched off
 */
export function candidates(registry: Registry, remote: string): Candidate[] {
  const entry = registry.remotes[remote]
  if (!entry) throw new RemoteFailure(remote, '-', 'REMOTE_UNKNOWN')
  if (!entry.enabled) throw new RemoteFailure(remote, entry.active, 'REMOTE_DISABLED')
  const versions = [...new Set([entry.active, entry.lastGood])].filter((version) => version !== undefined)
  const found = versions.flatMap((version) => {
    const record = entry.versions[version]
    return record ? [{ remote, version, record }] : []
  })
  if (found.length === 0)
    throw new RemoteFailure(remote, entry.active, 'REMOTE_UNKNOWN', 'the registry lacks its active version')
  return found
}

/**
 * What stands in the way of loading this version here, checked before a byte of it is loaded.
 * @throws RemoteFailure
 */
export function admit(
  { remote, version, record }: Candidate,
  provided: Provided,
  origins: readonly string[],
  base: string,
): void {
  const missing = unmet(record.requires, provided)
  if (missing) {
    const reason = `needs ${missing} ${record.requires[missing]}, this page has ${provided[missing] ?? 'none'}`
    throw new RemoteFailure(remote, version, 'REMOTE_REQUIRES', reason)
  }
  if (record.entry.integrity === noIntegrity)
    throw new RemoteFailure(remote, version, 'REMOTE_ENTRY_INTEGRITY', 'the registry gives no hash for it')
  const { origin } = new URL(record.entry.src, base)
  if (!origins.includes(origin)) throw new RemoteFailure(remote, version, 'REMOTE_ORIGIN', origin)
}

const activeVersions = (registry: Registry) =>
  Object.entries(registry.remotes).flatMap(([remote, { enabled, active, versions }]) => {
    const record = versions[active]
    return record ? [{ remote, enabled, record }] : []
  })

/** The routes of all remotes, each with the name of its section; a remote that is switched off keeps its routes, so that its page can say so. */
export const routesOf = (registry: Registry) =>
  activeVersions(registry).flatMap(({ remote, record }) =>
    record.routes.map((route) => ({
      remote,
      label: route.menu?.label ?? record.navigation?.label ?? remote,
      ...route,
    })),
  )

/** The panels that remotes which are switched on bring to Home, in the order of the navigation; those without an entry there come last. */
export const homePanelsOf = (registry: Registry) =>
  activeVersions(registry)
    .filter(({ enabled }) => enabled)
    .flatMap(({ remote, record: { home, navigation } }) =>
      home ? [{ remote, expose: home, label: navigation?.label ?? remote, order: navigation?.order ?? Infinity }] : [],
    )
    .sort((one, other) => one.order - other.order)

/** The navigation items of the remotes that are switched on, in order. */
export const navigationOf = (registry: Registry) =>
  activeVersions(registry)
    .filter(({ enabled }) => enabled)
    .flatMap(({ remote, record }) => (record.navigation ? [{ remote, ...record.navigation }] : []))
    .sort((one, other) => one.order - other.order)

/** The remotes that are switched on and expose something by convention, each with the name of its section, in the order of the navigation. */
export const remotesExposing = (registry: Registry, expose: './commands' | './help') =>
  activeVersions(registry)
    .filter(({ enabled, record }) => enabled && record.exposes[expose])
    .sort((one, other) => (one.record.navigation?.order ?? 0) - (other.record.navigation?.order ?? 0))
    .map(({ remote, record }) => ({ remote, label: record.navigation?.label ?? remote }))

/** The remote whose `./display` shows boards of this type. */
export const displayRemote = (registry: Registry, type: string) =>
  activeVersions(registry).find(({ record }) => record.display === type)?.remote
