import { getMachine, getUser, getVenueMachine, listMachineGroups, listVenueMachines } from '@multiball/shared/api'
import { ApiError } from '@multiball/shared/client'
import type { MachineGroup } from '@multiball/shared/schema'
import { groupName, machineName, nameKey, userName, venueMachineName, type Name, type Reference } from './names'

const atOnce = 4

/**
 * Reads the names of these, a few at a time: the owner's own machines and all groups in one call each. Tells each as it
 * comes, undefined for one that cannot be read now, null for one that is gone. Throws only when aborted.
 */
export async function readNames(
  owner: number,
  references: readonly Reference[],
  tell: (reference: Reference, name: Name | undefined | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const standing = references.some(({ type }) => type === 'venuemachine')
  const own = standing ? await ownMachines(owner, signal) : new Map<string, Name>()
  const waiting = references.filter((reference) => {
    const name = own.get(nameKey(reference))
    if (name) tell(reference, name)
    return !name
  })
  const readNext = async (): Promise<void> => {
    const reference = waiting.shift()
    if (!reference) return
    const name = await readName(reference, signal).catch(absenceFor)
    if (signal.aborted) throw signal.reason
    tell(reference, name)
    return readNext()
  }
  await Promise.all(Array.from({ length: atOnce }, readNext))
}

/** null for what is gone, undefined for what may be read later */
const absenceFor = (cause: unknown) =>
  cause instanceof ApiError && (cause.status === 404 || cause.status === 403) ? null : undefined

async function ownMachines(owner: number, signal: AbortSignal): Promise<Map<string, Name>> {
  const own = await listVenueMachines({ owner, limit: 500 }, signal).catch(() => ({ results: [] }))
  if (signal.aborted) throw signal.reason
  return new Map(
    own.results.map((machine) => [nameKey({ type: 'venuemachine', id: machine.id }), venueMachineName(machine)]),
  )
}

async function readName({ type, id }: Reference, signal: AbortSignal): Promise<Name | null> {
  switch (type) {
    case 'venuemachine':
      return venueMachineName(await getVenueMachine(id, signal))
    case 'machine':
      return machineName(await getMachine(id, signal))
    case 'user':
      return userName(await getUser(id, signal))
    case 'machinegroup': {
      const group = (await machineGroups()).get(id)
      return group ? groupName(group) : null
    }
  }
}

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
