import type { Embed, Registry } from '@multiball/shared/schema'
import { isWaiting } from '../registry/changes'
import { ChangeRefused } from '../command/refused'

const embedNotes = ({ active, lastGood, versions }: Embed) =>
  [`active ${active}`, lastGood && `before ${lastGood}`, `${Object.keys(versions).length} kept`]
    .filter(Boolean)
    .join(', ')

/** The registry in lines to read. */
export function listRemotes({ rev, remotes, shell, embed }: Registry, folder: string): string[] {
  const rows = Object.entries(remotes).map(([remote, entry]) => {
    const { enabled, active, canary, lastGood, versions } = entry
    if (isWaiting(entry))
      return `  ${remote.padEnd(18)} given to nobody yet, first ${active}, ${Object.keys(versions).length} kept`
    const notes = [
      enabled ? 'on' : 'OFF',
      `active ${active}`,
      canary && `canary ${canary.version} for ${canary.percent} %`,
      lastGood && `before ${lastGood}`,
      `${Object.keys(versions).length} kept`,
    ]
    return `  ${remote.padEnd(18)} ${notes.filter(Boolean).join(', ')}`
  })
  return [
    `Registry rev ${rev} in ${folder}`,
    ...(shell ? [`  ${'shell'.padEnd(18)} active ${shell.active}`] : []),
    ...(embed ? [`  ${'embed'.padEnd(18)} ${embedNotes(embed)}`] : []),
    ...rows,
  ]
}

/**
 * Refuses mistyped names: nothing bad would be known of them either.
 * @param remote empty for all
 * @param version empty for every one of the remote
 * @param parts what the command knows of the registry, by name
 * @throws ChangeRefused for a name that nobody published
 */
export function mustBePublished(
  parts: Record<string, { versions: Record<string, unknown> }>,
  remote: string,
  version: string,
): void {
  if (!remote) return
  const known = parts[remote]?.versions
  if (!known)
    throw new ChangeRefused(`There is no remote ${remote}. Published: ${Object.keys(parts).join(', ') || 'none'}`)
  if (version && !known[version])
    throw new ChangeRefused(`${remote} has no version ${version}. Known: ${Object.keys(known).join(', ')}`)
}
