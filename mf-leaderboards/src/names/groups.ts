import { listMachineGroups } from '@multiball/shared/api'
import type { MachineGroup } from '@multiball/shared/schema'

let known: Promise<ReadonlyMap<number, MachineGroup>> | undefined

/** All groups of the catalogue by id, read once in a page's life; a failed read is tried again by the next asker. Throws ApiError. */
export function machineGroups(): Promise<ReadonlyMap<number, MachineGroup>> {
  known ??= listMachineGroups({ limit: 5000 }).then(
    ({ results }) => new Map(results.map((group) => [group.id, group])),
    (error: unknown) => {
      known = undefined
      throw error
    },
  )
  return known
}
