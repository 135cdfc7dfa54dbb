import type { PageConfig, Registry, RemoteVersion } from '@multiball/shared/schema'
import type { PageDocument } from './document'

/** True when a route such as `/scoreboards/*` covers this path. */
export const covers = (route: string, path: string) =>
  route.endsWith('/*') ? path === route.slice(0, -2) || path.startsWith(route.slice(0, -1)) : path === route

const activeRecords = (registry: Registry) =>
  Object.values(registry.remotes)
    .filter(({ enabled }) => enabled)
    .flatMap(({ active, versions }) => versions[active] ?? [])

/** The display that a viewer's path will need: `/viewer/scoreboards/12` → the remote that shows scoreboards. */
function displayFor(records: readonly RemoteVersion[], path: string) {
  const type = /^\/viewer\/([a-z]+)s\/\d+/.exec(path)?.[1]
  return records.find(({ display }) => display === type)
}

/** What the page of this path consists of; undefined while nothing is published for it. */
export function pageFor(registry: Registry, config: PageConfig, path: string): Omit<PageDocument, 'nonce'> | undefined {
  const records = activeRecords(registry)
  const own = records.find(({ page }) => page && covers(page.path, path))
  if (own?.page) {
    const display = displayFor(records, path)
    const upcoming = display ? [{ record: display, exposes: ['./display'] }] : []
    return { kind: 'viewer', assets: own.page.assets, upcoming, registry, config, provided: own.page.provides }
  }
  const shell = registry.shell?.versions[registry.shell.active]
  if (!shell) return undefined
  const upcoming = records.flatMap((record) => {
    const exposes = record.routes.filter((route) => covers(route.path, path)).map(({ expose }) => expose)
    return exposes.length > 0 ? [{ record, exposes }] : []
  })
  return { kind: 'shell', assets: shell.assets, upcoming, registry, config, provided: shell.provides }
}
