import { unmet, type Registry } from '@multiball/shared/schema'
import { sharedVersion } from '../../ground/process/config'
import { changedLines } from '../../ground/registry/fileHashes.store'

const majorOf = (version: string) => version.split('.')[0]

/** A sentence for each active remote that the dashboard cannot load, because it asks for another version of what a page has once. */
export function unfittingRemotes({ shell, remotes }: Registry): string[] {
  const provides = shell?.versions[shell.active]?.provides
  if (!provides) return []
  return Object.entries(remotes).flatMap(([name, { enabled, active, versions }]) => {
    const record = versions[active]
    const what = enabled && record ? unmet(record.requires, provides) : undefined
    return what
      ? [
          `${name} ${active} requires ${what} ${record!.requires[what]}, and the dashboard has ${provides[what]}: visitors see a card in its place. Publish a version of it that fits, or switch it off: npm run remotes -- disable ${name}`,
        ]
      : []
  })
}

/**
 * A sentence where the dashboard was built on another major version of shared, and so of the contracts, than the server.
 * @param ours version of shared that the server was made with
 */
export function foreignDashboard({ shell }: Registry, ours = sharedVersion()): string[] {
  const theirs = shell?.versions[shell.active]?.provides.shared
  if (theirs === undefined || majorOf(theirs) === majorOf(ours)) return []
  return [
    `The dashboard is made for shared ${theirs} and this server for ${ours}: what they send each other may not fit. Publish the pages of this release, or start the server of theirs.`,
  ]
}

/** The first parts of the paths of all remotes' pages, sorted; those of a remote that is off, too, as it may be on tomorrow. */
function sectionsOf({ remotes }: Registry): string[] {
  const paths = Object.values(remotes).flatMap(
    ({ active, versions }) => versions[active]?.routes.map(({ path }) => path) ?? [],
  )
  return [...new Set(paths.map((path) => path.split('/')[1]!.toLowerCase()))].sort()
}

/** A sentence where DISABLED_SECTIONS names a section that no published remote has: it would hide nothing. */
export function unknownSections(registry: Registry, disabled: readonly string[]): string[] {
  const sections = sectionsOf(registry)
  const unknown = disabled.filter((name) => !sections.includes(name.toLowerCase()))
  if (sections.length === 0 || unknown.length === 0) return []
  return [
    `DISABLED_SECTIONS names ${unknown.join(', ')}, which the dashboard does not have. It has ${sections.join(', ')}.`,
  ]
}

/** What an operator is told at the start of pages that will not work as published: versions that do not fit, and files that were changed. */
export const startLines = async (deployFolder: string, registry: Registry): Promise<string[]> => [
  ...foreignDashboard(registry),
  ...unfittingRemotes(registry),
  ...(await changedLines(deployFolder, registry)),
]
