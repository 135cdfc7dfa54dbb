import type { Machine, MachineGroup } from '@multiball/shared/schema'

export interface Filters {
  /** null is any */
  manufacturer: string | null
  year: number | null
}

/** One line of the catalogue: a machine, or the editions of one title that were found. */
export interface Title {
  key: string
  name: string
  machines: Machine[]
}

/** The machines that the filters let through. */
export const filtered = (machines: readonly Machine[], { manufacturer, year }: Filters): Machine[] =>
  machines.filter(
    (machine) =>
      (manufacturer === null || machine.manufacturer === manufacturer) && (year === null || machine.year === year),
  )

/** What there is to filter by: makers by name, years with the newest first. */
export function choicesOf(machines: readonly Machine[]): { manufacturers: string[]; years: number[] } {
  const manufacturers = [...new Set(machines.map((machine) => machine.manufacturer))].sort((one, other) =>
    one.localeCompare(other),
  )
  const years = [...new Set(machines.flatMap(({ year }) => (year === null ? [] : [year])))].sort(
    (one, other) => other - one,
  )
  return { manufacturers, years }
}

const collator = new Intl.Collator('en', { ignorePunctuation: true, numeric: true })
/** 'The Addams Family' stands under A. */
const byName = (one: Title, other: Title) =>
  collator.compare(...([one.name, other.name].map((name) => name.replace(/^(the|an?) +/i, '')) as [string, string]))

/**
 * The machines as lines; those of one group stand together under its name. What was searched for keeps its order, the best
 * first; else they go by their names.
 */
export function titlesOf(machines: readonly Machine[], groups: readonly MachineGroup[], isSearched: boolean): Title[] {
  const groupOf = new Map(groups.flatMap((group) => group.machines.map((id): [number, MachineGroup] => [id, group])))
  const titles = new Map<string, Title>()
  for (const machine of machines) {
    const group = groupOf.get(machine.id)
    const key = group ? `g-${group.id}` : String(machine.id)
    const title = titles.get(key)
    if (title) title.machines.push(machine)
    else titles.set(key, { key, name: group?.name ?? machine.name, machines: [machine] })
  }
  const lines = [...titles.values()].map((title) =>
    title.machines.length === 1 ? { ...title, name: title.machines[0]!.name } : title,
  )
  return isSearched ? lines : lines.sort(byName)
}
