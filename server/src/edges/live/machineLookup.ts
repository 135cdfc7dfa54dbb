import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../ground/database'

const maxKnown = 100_000
const believedMs = 60_000

/**
 * Looks up which machine a venue machine is: undefined where that is not known, and known soon after. It seldom changes, when a
 * machine that its owner added turns out to be one of the catalogue, so it is looked up again each minute in which somebody plays,
 * and when a game has settled: its score counts for what the machine is now.
 * @param onMoved told of a venue machine of which something else was answered before
 */
export function machineLookup(
  db: Kysely<Tables>,
  { now, onMoved, onError = () => {} }: { now: () => number; onMoved: (venueMachineId: number) => void; onError?: (error: unknown) => void },
): (venueMachineId: number, isSettled: boolean) => number | undefined {
  const known = new LRUCache<number, { machineId: number; askedAt: number }>({ max: maxKnown })
  const asking = new Set<number>()
  const ask = async (id: number) => {
    asking.add(id)
    try {
      const askedAt = now()
      const venueMachine = await db.selectFrom('venue_machines').select('machine_id').where('id', '=', id).executeTakeFirst()
      if (!venueMachine) return
      const before = known.get(id)
      known.set(id, { machineId: venueMachine.machine_id, askedAt })
      if (before && before.machineId !== venueMachine.machine_id) onMoved(id)
    } catch (error) {
      onError(error)
    } finally {
      asking.delete(id)
    }
  }
  return (id, isSettled) => {
    const found = known.get(id)
    const isBelieved = found !== undefined && Math.abs(now() - found.askedAt) < believedMs
    if ((isSettled || !isBelieved) && !asking.has(id)) void ask(id)
    return isBelieved ? found.machineId : undefined
  }
}
