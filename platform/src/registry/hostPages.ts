import { unmet, type Provided, type Registry, type RemoteVersion } from '@multiball/shared/schema'

/* The pages that load remotes, and whether these would run in them. */

interface Page {
  /** such as `the shell 1.0.0-ab12cd34` */
  name: string
  provides: Provided
}

/** What decides which pages load a remote: the same in what is built and in its manifest. */
type Loaded = Pick<RemoteVersion, 'routes' | 'home' | 'display' | 'requires'> & { exposes: Record<string, unknown> }

/** A page that loads remotes. */
export interface HostPage extends Page {
  isLoaded(record: Loaded): boolean
}

/** What the shell loads, of remotes. */
export const ofRoutes = ({ routes, home, exposes }: Loaded) =>
  routes.length > 0 || home !== undefined || exposes['./commands'] !== undefined
/** What pages load that are remotes themselves. */
export const ofDisplays = ({ display }: Loaded) => display !== undefined

/** The pages that load remotes now: the shell, and every remote that is a page of its own. */
export function hostPages({ shell, remotes }: Registry): HostPage[] {
  const dashboard = shell?.versions[shell.active]
  const own = Object.entries(remotes).flatMap(([name, { active, versions }]) => {
    const page = versions[active]?.page
    return page ? [{ name: `${name} ${active}`, provides: page.provides, isLoaded: ofDisplays }] : []
  })
  return [
    ...(dashboard ? [{ name: `the shell ${shell!.active}`, provides: dashboard.provides, isLoaded: ofRoutes }] : []),
    ...own,
  ]
}

/** What the pages that load a version have not of what it requires, in words. */
export const refusals = (hosts: readonly HostPage[], record: Loaded): string[] =>
  hosts.flatMap(({ name, provides, isLoaded }) => {
    const what = isLoaded(record) ? unmet(record.requires, provides) : undefined
    return what ? [`it requires ${what} ${record.requires[what]}, and ${name} has ${provides[what] ?? 'none'}`] : []
  })

/**
 * The remotes that a page which is about to be published would lose: what runs for visitors, and requires what the page
 * has no more.
 * @param isLoaded whether the page loads this remote
 */
export function lostBy(
  { name, provides }: Page,
  { remotes }: Registry,
  isLoaded: (record: RemoteVersion) => boolean,
): string[] {
  return Object.entries(remotes).flatMap(([remote, { enabled, active, canary, versions }]) =>
    [...new Set([active, ...(canary ? [canary.version] : [])])].flatMap((version) => {
      const record = versions[version]
      const what = enabled && record && isLoaded(record) ? unmet(record.requires, provides) : undefined
      return what
        ? [
            `${remote} ${version} requires ${what} ${record!.requires[what]}, and ${name} has ${provides[what] ?? 'none'}`,
          ]
        : []
    }),
  )
}
