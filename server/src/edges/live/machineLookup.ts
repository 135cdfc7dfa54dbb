import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../ground/database'
import { schedule as byTimers } from '../../ground/process/clock'
import type { Clock, Schedule } from '../../ground/process/clock'

const maxKnown = 100_000
const believedMs = 60_000
/** All that are asked about within so long are one question. */
const askEveryMs = 500

interface MachineLookupOptions extends Pick<Clock, 'elapsed'> {
  schedule?: Schedule
  /** told of a venue machine of which something else was answered before */
  onMoved(venueMachineId: number): void
  onError?(error: unknown): void
}

/**
 * Looks up which machine a venue machine is: undefined where that is not known, and known soon after. It seldom changes, when a
 * machine that its owner added turns out to be one of the catalogue, so it is looked up again each minute in which somebody plays,
 * and when a game has settled: its score counts for what the machine is now.
 */
export function machineLookup(
  db: Kysely<Tables>,
  { elapsed, schedule = byTimers, onMoved, onError = () => {} }: MachineLookupOptions,
): (venueMachineId: number, isSettled: boolean) => number | undefined {
  const known = new LRUCache<number, { machineId: number; askedAt: number }>({ max: maxKnown })
  const waiting = new Set<number>()
  let isScheduled = false
  let lastAsked = Number.NEGATIVE_INFINITY
  const ask = async () => {
    isScheduled = false
    const ids = [...waiting]
    waiting.clear()
    const askedAt = (lastAsked = elapsed())
    try {
      for (const { id, machine_id: machineId } of await db
        .selectFrom('venue_machines')
        .select(['id', 'machine_id'])
        .where('id', 'in', ids)
        .execute()) {
        const before = known.get(id)
        known.set(id, { machineId, askedAt })
        if (before && before.machineId !== machineId) onMoved(id)
      }
    } catch (error) {
      onError(error)
    }
  }
  const askSoon = (id: number) => {
    waiting.add(id)
    if (isScheduled) return
    isScheduled = true
    schedule(() => void ask().catch(onError), lastAsked + askEveryMs - elapsed())
  }
  return (id, isSettled) => {
    const found = known.get(id)
    const isBelieved = found !== undefined && elapsed() - found.askedAt < believedMs
    if (isSettled || !isBelieved) askSoon(id)
    return isBelieved ? found.machineId : undefined
  }
}
