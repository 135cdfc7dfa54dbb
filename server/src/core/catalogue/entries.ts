import type { CatalogueEntry, Machine, MachineGroup } from '@multiball/shared/schema'
import type { CatalogueMachine } from './catalogue.store'
import { withoutArticle } from './names'
import { CatalogueIndex } from './search'

/** By letters, whatever stands around them, and without leading articles. */
const collator = new Intl.Collator('en', { ignorePunctuation: true, numeric: true })
export const byName = (one: { name: string }, other: { name: string }): number =>
  collator.compare(withoutArticle(one.name), withoutArticle(other.name))

/** A machine as it is answered; what somebody added by themselves is answered to its owner alone. */
export const answerOf = ({
  id,
  name,
  manufacturer,
  year,
  opdb_id,
  backglass_art,
  display,
  player_count,
  owner_id,
}: CatalogueMachine): Machine => ({
  id,
  name,
  manufacturer,
  year,
  opdb_id,
  backglass_art,
  display,
  player_count,
  ...(owner_id !== null && { is_own: true }),
})

/** A group as one line, with the maker and year of its oldest machine. */
function groupEntry(group: MachineGroup, members: readonly CatalogueMachine[]): CatalogueEntry {
  const [oldest] = [...members].sort((one, other) => (one.year ?? Infinity) - (other.year ?? Infinity))
  const { manufacturer = '', year = null, display = null, player_count = null } = oldest ?? {}
  return {
    id: `g-${group.id}`,
    name: group.name,
    manufacturer,
    year,
    opdb_id: null,
    backglass_art: null,
    display,
    player_count,
  }
}

/** Machines and their groups, and how they are listed and found. Without a text all are listed, by name. */
export class Catalogue {
  readonly machines: readonly CatalogueMachine[]
  readonly groups: readonly MachineGroup[]
  private index: CatalogueIndex | undefined
  private readonly groupOf: ReadonlyMap<number, MachineGroup>
  private readonly byId: ReadonlyMap<number, CatalogueMachine>

  constructor(machines: readonly CatalogueMachine[], groups: readonly MachineGroup[]) {
    this.machines = [...machines].sort(byName)
    this.groups = [...groups].sort(byName)
    this.groupOf = new Map(groups.flatMap((group) => group.machines.map((id) => [id, group] as const)))
    this.byId = new Map(machines.map((machine) => [machine.id, machine]))
  }

  /** The index is made for the first search: a list needs none. */
  private search(text: string) {
    this.index ??= new CatalogueIndex(this.machines, this.groupOf)
    return this.index.search(text)
  }

  /** The machines that fit: those that are called exactly so, then what the reader added, then all others, the best first. */
  find(text: string, own: Catalogue | undefined): CatalogueMachine[] {
    if (text === '') return own ? [...this.machines, ...own.machines].sort(byName) : [...this.machines]
    const found = [...(own?.search(text) ?? []), ...this.search(text)]
    return [...found.filter(({ isSo }) => isSo), ...found.filter(({ isSo }) => !isSo)].map(({ machine }) => machine)
  }

  /** The groups of the machines that fit, the best first. */
  findGroups(text: string): MachineGroup[] {
    if (text === '') return [...this.groups]
    return [...new Set(this.find(text, undefined).flatMap(({ id }) => this.groupOf.get(id) ?? []))]
  }

  /** The machines that fit, where each group of more than one machine stands as one line in place of its members. */
  findGrouped(text: string, own: Catalogue | undefined): CatalogueEntry[] {
    const several = (group: MachineGroup | undefined) => (group && group.machines.length > 1 ? group : undefined)
    const lines = new Map<
      MachineGroup | CatalogueMachine,
      { entry: CatalogueEntry; sorted: MachineGroup | CatalogueMachine }
    >()
    for (const machine of this.find(text, own)) {
      const group = several(this.groupOf.get(machine.id))
      const sorted = group ?? machine
      if (!lines.has(sorted))
        lines.set(sorted, { sorted, entry: group ? groupEntry(group, this.membersOf(group)) : answerOf(machine) })
    }
    const found = [...lines.values()]
    if (text === '') found.sort((one, other) => byName(one.sorted, other.sorted))
    return found.map(({ entry }) => entry)
  }

  private membersOf({ machines }: MachineGroup): CatalogueMachine[] {
    return machines.flatMap((id) => this.byId.get(id) ?? [])
  }
}
