import type { CatalogueEntry, MachineGroup, User, VenueMachine } from '@multiball/shared/schema'

/** What a leaderboard can name: what it counts, and whose scores. */
export type NamedType = 'venuemachine' | 'machine' | 'machinegroup' | 'user'

/** One of them, by its id. */
export interface Reference {
  type: NamedType
  id: number
}

export interface Name {
  label: string
  /** a second, quieter text: venue, maker and year, username */
  detail?: string
}

export type Names = ReadonlyMap<string, Name>

export const nameKey = ({ type, id }: Reference) => `${type} ${id}`

const words: Record<NamedType, string> = {
  venuemachine: 'Machine',
  machine: 'Machine',
  machinegroup: 'Machine group',
  user: 'User',
}

/** Stands in for what cannot be read: it keeps its place, the server has the last word when saving. */
export const fallbackName = ({ type, id }: Reference): Name => ({ label: `${words[type]} ${id}` })

export const venueMachineName = ({ machine, venue }: VenueMachine): Name => ({
  label: machine.name,
  detail: venue.name,
})

export const machineName = ({
  name,
  manufacturer,
  year,
}: Pick<CatalogueEntry, 'name' | 'manufacturer' | 'year'>): Name => ({
  label: name,
  detail: [manufacturer, year].filter(Boolean).join(', '),
})

/** A line of the catalogue: a machine, or all editions of one. */
export const entryName = ({ id, ...machine }: CatalogueEntry): Name => {
  const { label, detail } = machineName(machine)
  return { label, detail: typeof id === 'number' ? detail : ['All editions', detail].filter(Boolean).join(', ') }
}

export const groupName = ({ name, machines }: MachineGroup): Name => ({
  label: name,
  detail: machines.length === 1 ? '1 edition' : `${machines.length} editions`,
})

export const userName = ({ cached_display_name, username }: User): Name => ({
  label: cached_display_name || username,
  detail: username,
})
