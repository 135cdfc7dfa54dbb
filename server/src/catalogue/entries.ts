import type { CatalogueEntry, MachineGroup } from '@multiball/shared/schema'
import type { CatalogueMachine } from './catalogue.store'

const plain = ({ group_id: _group, ...machine }: CatalogueMachine): CatalogueEntry => machine

/** A group as one line, with the maker and year of its oldest machine. */
function groupEntry(group: MachineGroup, members: CatalogueMachine[]): CatalogueEntry {
  const [oldest] = [...members].sort((one, other) => (one.year ?? Infinity) - (other.year ?? Infinity))
  const { manufacturer = '', year = null, display = null, player_count = null } = oldest ?? {}
  return { id: `g-${group.id}`, name: group.name, manufacturer, year, opdb_id: null, backglass_art: null, display, player_count }
}

/** Every word of the search occurs in the text, in any order, whatever the case. */
export const matches = (search: string, ...texts: (string | number | null)[]): boolean => {
  const text = texts.join(' ').toLowerCase()
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word))
}

const machineMatches = (search: string) => ({ name, manufacturer, year }: CatalogueMachine) => matches(search, name, manufacturer, year)

/** The machines that fit the search, in the order given. */
export const machineEntries = (machines: CatalogueMachine[], search: string): CatalogueEntry[] => machines.filter(machineMatches(search)).map(plain)

/** The same, where each group of more than one machine stands as one line in place of its members. Ordered by name. */
export function groupedEntries(machines: CatalogueMachine[], groups: MachineGroup[], search: string): CatalogueEntry[] {
  const several = groups.filter((group) => group.machines.length > 1)
  const isMember = new Set(several.flatMap((group) => group.machines))
  const alone = machines.filter(({ id }) => !isMember.has(id))
  const byId = new Map(machines.map((machine) => [machine.id, machine]))
  const found = several.flatMap((group) => {
    const members = group.machines.flatMap((id) => byId.get(id) ?? [])
    const fits = matches(search, group.name) || members.some(machineMatches(search))
    return fits ? [groupEntry(group, members)] : []
  })
  return [...machineEntries(alone, search), ...found].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
