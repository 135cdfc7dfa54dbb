import { allRows, listVenueMachines, venues } from '@multiball/shared/api'
import type { Venue, VenueMachine } from '@multiball/shared/schema'
import { useRead } from '@multiball/shared/queries'

const againMs = 10_000
const limit = 500

/** An owner's venues with the machines that stand in them, kept up to date while the page is in view. */
export const useOwnVenues = (owner: number) =>
  useRead(['ownVenues', owner], (signal) => loadVenues(owner, signal), { everyMs: againMs })

export interface VenueWithMachines extends Venue {
  machines: VenueMachine[]
}

/** All machines of an owner. Throws ApiError. */
export const listOwnMachines = (owner: number, signal?: AbortSignal) =>
  allRows((offset) => listVenueMachines({ owner, limit, offset }, signal))

async function loadVenues(owner: number, signal: AbortSignal): Promise<VenueWithMachines[]> {
  const [found, machines] = await Promise.all([venues.list(owner, signal), listOwnMachines(owner, signal)])
  return found.map((venue) => ({ ...venue, machines: machines.filter((machine) => machine.venue.id === venue.id) }))
}

/** The machines whose names contain this text, with their venues; a venue of such a name has all of its machines. Without text everything. */
export function withMachinesLike(venues: readonly VenueWithMachines[], text: string): VenueWithMachines[] {
  const needle = text.trim().toLocaleLowerCase()
  if (needle === '') return [...venues]
  const isLike = (name: string) => name.toLocaleLowerCase().includes(needle)
  const found = venues.map((venue) =>
    isLike(venue.name) ? venue : { ...venue, machines: venue.machines.filter(({ machine }) => isLike(machine.name)) },
  )
  return found.filter((venue) => venue.machines.length > 0 || isLike(venue.name))
}
