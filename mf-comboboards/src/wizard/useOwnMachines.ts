import { allRows, listVenueMachines } from '@multiball/shared/api'
import type { VenueMachine } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'

export type OwnMachines = { type: 'loading' } | { type: 'failed' } | { type: 'ready'; machines: VenueMachine[] }

const byName = new Intl.Collator(undefined, { numeric: true })

/** The owner's machines by venue, then by name. Throws ApiError. */
async function listOwnMachines(owner: number, signal?: AbortSignal): Promise<VenueMachine[]> {
  const machines = await allRows((offset) => listVenueMachines({ owner, limit: 500, offset }, signal))
  return machines.sort((one, other) => byName.compare(one.venue.name, other.venue.name) || byName.compare(one.machine.name, other.machine.name) || one.id - other.id)
}

export function useOwnMachines(owner: number): OwnMachines {
  const [own, setOwn] = useState<OwnMachines>({ type: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    listOwnMachines(owner, controller.signal).then(
      (machines) => setOwn({ type: 'ready', machines }),
      () => !controller.signal.aborted && setOwn({ type: 'failed' }),
    )
    return () => controller.abort()
  }, [owner])
  return own
}
