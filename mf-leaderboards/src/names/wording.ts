import type { CatalogueEntry, MachineGroup, User, VenueMachine } from '@multiball/shared/schema'
import type { Name } from './names'

export const venueMachineName = ({ machine, venue }: VenueMachine): Name => ({ label: machine.name, detail: venue.name })

export const machineName = ({ name, manufacturer, year }: Pick<CatalogueEntry, 'name' | 'manufacturer' | 'year'>): Name => ({
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

export const userName = ({ cached_display_name, username }: User): Name => ({ label: cached_display_name || username, detail: username })
