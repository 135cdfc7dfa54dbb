import { getVenueMachine, listVenueMachines } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'
import type { Scoreboard, VenueMachine } from '@multiball/shared/schema'

/** The machines of an owner's boards by id; undefined until they are known. */
export function useMachines(boards: readonly Scoreboard[], owner: number): Machines | undefined {
  const shown = [...new Set(boards.flatMap((board) => board.venuemachine_items.map((item) => item.venuemachine)))].sort(
    (one, other) => one - other,
  )
  const { loaded } = useRead(['boardMachines', owner, ...shown], (signal) => loadMachines(owner, shown, signal), {
    isKept: true,
    keepsLast: true,
  })
  return loaded.type === 'ready' ? loaded.value : undefined
}

type Machines = ReadonlyMap<number, VenueMachine>

/**
 * These machines by id: the owner's own in one call, those of other venues one by one. A machine that cannot be read is
 * missing in the answer, since a name in a list is no reason to fail. Throws only when aborted.
 */
async function loadMachines(owner: number, shown: readonly number[], signal: AbortSignal): Promise<Machines> {
  const own = await listVenueMachines({ owner, limit: 500 }, signal).catch(orNothing(signal, { results: [] }))
  const machines = new Map(own.results.map((machine) => [machine.id, machine]))
  const others = shown.filter((id) => !machines.has(id))
  await Promise.all(
    others.map(async (id) => {
      const machine = await getVenueMachine(id, signal).catch(orNothing(signal, undefined))
      if (machine) machines.set(id, machine)
    }),
  )
  return machines
}

const orNothing =
  <Nothing>(signal: AbortSignal, nothing: Nothing) =>
  (thrown: unknown) => {
    if (signal.aborted) throw thrown
    return nothing
  }
