import type { ImportReport } from './importCatalogue'
import type { Skipped } from './opdb'
import type { Change } from './put'

const shown = 20
const named = 3

const figure = (count: number) => count.toLocaleString('en-US')

const counts = ({ added, changed, unchanged }: ImportReport['machines']) =>
  `${figure(added)} added, ${figure(changed.length)} changed, ${figure(unchanged)} unchanged`

function changedLines(title: string, changes: readonly Change[]): string[] {
  if (changes.length === 0) return []
  const lines = changes.slice(0, shown).map(({ opdbId, name, facts }) => `  ${opdbId} ${name}: ${facts.join(', ')}`)
  return [`${title}:`, ...lines, ...(changes.length > shown ? [`  and ${figure(changes.length - shown)} more`] : [])]
}

function skippedLines(skipped: readonly Skipped[]): string[] {
  const byReason = new Map<string, string[]>()
  for (const { reason, what } of skipped) byReason.set(reason, [...(byReason.get(reason) ?? []), what])
  const lines = [...byReason].map(
    ([reason, whats]) =>
      `  ${reason} (${figure(whats.length)}): ${whats.slice(0, named).join('; ')}${whats.length > named ? '; …' : ''}`,
  )
  return lines.length === 0 ? [] : ['Skipped:', ...lines]
}

/** What an import did, for the person who ran it. */
export function reportText({ machines, groups, skipped, others }: ImportReport, { isDry = false } = {}): string {
  const isOfGroups = machines.added + machines.changed.length + machines.unchanged === 0
  return [
    `Machines: ${counts(machines)}, ${figure(skipped.length)} skipped.`,
    `Groups: ${counts(groups)}.`,
    ...changedLines('Changed machines', machines.changed),
    ...changedLines('Changed groups', groups.changed),
    ...skippedLines(skipped),
    ...(others > 0 && !isOfGroups
      ? [`${figure(others)} machines of the catalogue are not in the file, and stay as they are.`]
      : []),
    isDry ? 'This was a dry run: nothing was changed.' : 'Venues, their machines and scores are untouched.',
  ].join('\n')
}
