import type { Embed, Registry } from '@multiball/shared/schema'

const embedNotes = ({ active, lastGood, versions }: Embed) =>
  [`active ${active}`, lastGood && `before ${lastGood}`, `${Object.keys(versions).length} kept`].filter(Boolean).join(', ')

/** The registry in lines to read. */
export function listRemotes({ rev, remotes, shell, embed }: Registry, folder: string): string[] {
  const rows = Object.entries(remotes).map(([remote, { enabled, active, canary, lastGood, versions }]) => {
    const notes = [enabled ? 'on' : 'OFF', `active ${active}`, canary && `canary ${canary.version} for ${canary.percent} %`, lastGood && `before ${lastGood}`, `${Object.keys(versions).length} kept`]
    return `  ${remote.padEnd(18)} ${notes.filter(Boolean).join(', ')}`
  })
  return [`Registry rev ${rev} in ${folder}`, ...(shell ? [`  ${'shell'.padEnd(18)} active ${shell.active}`] : []), ...(embed ? [`  ${'embed'.padEnd(18)} ${embedNotes(embed)}`] : []), ...rows]
}
