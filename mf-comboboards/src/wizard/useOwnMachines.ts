import { allRows, listVenueMachines } from '@multiball/shared/api'
import { useRead, type Read } from '@multiball/shared/queries'
import type { VenueMachine } from '@multiball/shared/schema'

const byName = new Intl.Collator(undefined, { numeric: true })

/** The owner's machines by venue, then by name. Throws ApiError. */
async function listOwnMachines(owner: number, signal: AbortSignal): Promise<VenueMachine[]> {
  const machines = await allRows((offset) => listVenueMachines({ owner, limit: 500, offset }, signal))
  return machines.sort((one, other) => byName.compare(one.venue.name, other.venue.name) || byName.compare(one.machine.name, other.machine.name) || one.id - other.id)
}

export const useOwnMachines = (owner: number): Read<VenueMachine[]> => useRead(['ownMachines', owner], (signal) => listOwnMachines(owner, signal))
