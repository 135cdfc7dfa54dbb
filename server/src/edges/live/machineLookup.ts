import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../ground/database'

const maxKnown = 100_000
const believedMs = 60_000

/**
 * Looks up which machine a venue machine is: undefined where that is not known, and known soon after. It seldom changes, when a
 * machine that its owner added turns out to be one of the catalogue, so it is looked up again each minute in which somebody plays.
 */
export function machineLookup(db: Kysely<Tables>, now: () => number, onError: (error: unknown) => void = () => {}): (venueMachineId: number) => number | undefined {
  const known = new LRUCache<number, { machineId: number; askedAt: number }>({ max: maxKnown })
  const asking = new Set<number>()
  const ask = async (id: number) => {
    asking.add(id)
    try {
      const askedAt = now()
      const venueMachine = await db.selectFrom('venue_machines').select('machine_id').where('id', '=', id).executeTakeFirst()
      if (venueMachine) known.set(id, { machineId: venueMachine.machine_id, askedAt })
    } catch (error) {
      onError(error)
    } finally {
      asking.delete(id)
    }
  }
  return (id) => {
    const found = known.get(id)
    if (found && Math.abs(now() - found.askedAt) < believedMs) return found.machineId
    if (!asking.has(id)) void ask(id)
    return undefined
  }
}
