import { isOverlayType, registryFor, type PageConfig, type Registry, type RemoteVersion } from '@multiball/shared/schema'
import type { PageDocument } from './document'

/** True when a route such as `/scoreboards/*` covers this path. */
export const covers = (route: string, path: string) =>
  route.endsWith('/*') ? path === route.slice(0, -2) || path.startsWith(route.slice(0, -1)) : path === route

/** The registry as a page needs it: the versions that it may load. The kept ones grow in number with every publish. */
const forPages = ({ rev, remotes }: Registry): Registry => ({
  rev,
  remotes: Object.fromEntries(
    Object.entries(remotes).map(([name, remote]) => {
      const loadable = [remote.active, remote.canary?.version, remote.lastGood].filter((version) => version !== undefined)
      const versions = Object.fromEntries(loadable.flatMap((version) => (remote.versions[version] ? [[version, remote.versions[version]]] : [])))
      return [name, { ...remote, versions }]
    }),
  ),
})

const activeRecords = (registry: Registry) =>
  Object.values(registry.remotes)
    .filter(({ enabled }) => enabled)
    .flatMap(({ active, versions }) => versions[active] ?? [])

/** What a viewer's page will need at once: `/viewer/scoreboards/12` → the remote that shows scoreboards, and board 12. */
function viewed(records: readonly RemoteVersion[], { apiHost }: PageConfig, { pathname, searchParams }: URL) {
  const [, type, id] = /^\/viewer\/([a-z]+)s\/([1-9]\d{0,14})\/?$/.exec(pathname) ?? []
  const display = type && records.find((record) => record.display === type)
  const isOverlay = type !== undefined && isOverlayType(type)
  if (!display) return { isOverlay, upcoming: [], data: [] }
  const key = searchParams.get('key')
  const query = key ? `?${new URLSearchParams({ key }).toString()}` : ''
  // A slideshow has no bootstrap: its screens have.
  const call = type === 'slideshow' ? '' : 'bootstrap/'
  return { isOverlay, upcoming: [{ record: display, exposes: ['./display'] }], data: [`${apiHost}/api/${type}/${id}/${call}${query}`] }
}

/**
 * What the page at this address consists of; undefined while nothing is published for it.
 * @param visitor id by which canaries are shared out; without one the page names the files of active versions
 */
export function pageFor(registry: Registry, config: PageConfig, address: URL, visitor?: string): Omit<PageDocument, 'nonce'> | undefined {
  const path = address.pathname
  const records = activeRecords(registryFor(registry, visitor))
  const own = records.find(({ page }) => page && covers(page.path, path))
  if (own?.page) {
    return { kind: 'viewer', assets: own.page.assets, ...viewed(records, config, address), registry: forPages(registry), config, provided: own.page.provides }
  }
  const shell = registry.shell?.versions[registry.shell.active]
  if (!shell) return undefined
  const upcoming = records.flatMap((record) => {
    const exposes = record.routes.filter((route) => covers(route.path, path)).map(({ expose }) => expose)
    return exposes.length > 0 ? [{ record, exposes }] : []
  })
  return { kind: 'shell', assets: shell.assets, upcoming, data: [], registry: forPages(registry), config, provided: shell.provides }
}
