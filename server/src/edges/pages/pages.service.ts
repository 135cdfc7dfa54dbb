import {
  boardPath,
  boardTypesIn,
  isOverlayType,
  registryFor,
  viewedPlace,
  type EmbedPlace,
  type PageConfig,
  type Registry,
  type RemoteVersion,
} from '@multiball/shared/schema'
import { forPages } from '../../ground/registry/forPages'
import type { PageDocument } from './document'

/** True when a route such as `/scoreboards/*` covers this path. */
export const covers = (route: string, path: string) =>
  route.endsWith('/*') ? path === route.slice(0, -2) || path.startsWith(route.slice(0, -1)) : path === route

/** True where pages would load it from: a foreign address is not asked for, not even early. */
function isOfOrigin(src: string, { remoteOrigins }: PageConfig): boolean {
  const own = 'https://own.invalid'
  const origin = URL.canParse(src, own) ? new URL(src, own).origin : undefined
  return origin !== undefined && [own, ...remoteOrigins].includes(origin)
}

const activeRecords = (registry: Registry, config: PageConfig) =>
  Object.values(registry.remotes)
    .filter(({ enabled }) => enabled)
    .flatMap(({ active, versions }) => versions[active] ?? [])
    .filter(({ entry }) => isOfOrigin(entry.src, config))

/** The remote that is a page of its own at this path, as it runs there. */
function ownPage(registry: Registry, path: string) {
  const found = Object.entries(registry.remotes).flatMap(([remote, { enabled, active, versions }]) => {
    const page = enabled ? versions[active]?.page : undefined
    return page && covers(page.path, path)
      ? [{ opened: { remote, version: active }, assets: page.assets, provided: page.provides }]
      : []
  })
  return found[0]
}

/** What a page that shows one board will need at once: the remote that shows its type, and the board. */
function shown(
  records: readonly RemoteVersion[],
  { apiHost }: PageConfig,
  type: string,
  id: string | number,
  key: string | null,
) {
  const display = records.find((record) => record.display === type)
  if (!display) return { upcoming: [], data: [] }
  const query = key ? `?${new URLSearchParams({ key }).toString()}` : ''
  // A slideshow has no bootstrap: its screens have.
  const call = type === 'slideshow' ? '' : 'bootstrap/'
  return {
    upcoming: [{ record: display, exposes: ['./display'] }],
    data: [`${apiHost}${boardPath(type)}${id}/${call}${query}`],
  }
}

/** What a viewer's page will need at once: `/viewer/scoreboards/12` → the remote that shows scoreboards, and board 12. */
function viewed(
  registry: Registry,
  records: readonly RemoteVersion[],
  config: PageConfig,
  { pathname, searchParams }: URL,
) {
  const place = viewedPlace(pathname, boardTypesIn(registry))
  if (!place) return { upcoming: [], data: [] }
  return {
    isOverlay: isOverlayType(place.type) || searchParams.get('transparent') === '1',
    ...shown(records, config, place.type, place.id, searchParams.get('key')),
  }
}

/**
 * What the page at this address consists of; undefined while nothing is published for it.
 * @param visitor id by which canaries are shared out; without one the page names the files of active versions
 */
export function pageFor(
  registry: Registry,
  config: PageConfig,
  address: URL,
  visitor?: string,
): PageDocument | undefined {
  const path = address.pathname
  const decided = registryFor(registry, visitor)
  const records = activeRecords(decided, config)
  const own = ownPage(decided, path)
  if (own)
    return {
      kind: 'viewer',
      ...own,
      ...viewed(decided, records, config, address),
      registry: forPages(registry),
      config,
    }
  const shell = registry.shell?.versions[registry.shell.active]
  if (!shell) return undefined
  const upcoming = records.flatMap((record) => {
    const exposes = record.routes.filter((route) => covers(route.path, path)).map(({ expose }) => expose)
    return exposes.length > 0 ? [{ record, exposes }] : []
  })
  return {
    kind: 'shell',
    assets: shell.assets,
    upcoming,
    data: [],
    registry: forPages(registry),
    config,
    provided: shell.provides,
  }
}

/** A board in a frame of a partner's page. */
interface FramedBoard extends EmbedPlace {
  key: string | null
}

/**
 * The page that shows one board in a frame; undefined while nothing is published for it. There are no cookies in it, so
 * that every visitor gets the active versions.
 * @param board undefined when there is none for this visitor: nothing is asked for
 */
export function framePage(
  registry: Registry,
  config: PageConfig,
  board: FramedBoard | undefined,
): PageDocument | undefined {
  const decided = registryFor(registry, undefined)
  const records = activeRecords(decided, config)
  const own = ownPage(decided, '/viewer/')
  if (!own) return undefined
  const needs = board ? shown(records, config, board.type, board.id, board.key) : { upcoming: [], data: [] }
  const settings = { ...config, overrides: false }
  return {
    kind: 'frame',
    frame: { isThere: board !== undefined },
    ...own,
    ...needs,
    registry: forPages(registry),
    config: settings,
  }
}
