import { getVenueMachine, listVenueMachines } from '@multiball/shared/api'
import type { Scoreboard, VenueMachine } from '@multiball/shared/schema'
import { atom, useAtom } from 'jotai'
import { useEffect } from 'react'

/** Kept for the page's life, so that coming back to the list shows them at once. */
const machinesAtom = atom<{ owner: number; machines: Machines } | undefined>(undefined)

/** The machines of an owner's boards by id; undefined until they are known. */
export function useMachines(boards: readonly Scoreboard[], owner: number): Machines | undefined {
  const [known, setKnown] = useAtom(machinesAtom)
  useEffect(() => {
    const controller = new AbortController()
    loadMachines(owner, boards, controller.signal).then(
      (machines) => setKnown({ owner, machines }),
      () => {},
    )
    return () => controller.abort()
  }, [owner, boards, setKnown])
  return known?.owner === owner ? known.machines : undefined
}

type Machines = ReadonlyMap<number, VenueMachine>

/**
 * The machines of these boards by id: the owner's own in one call, those of other venues one by one. A machine that
 * cannot be read is missing in the answer, since a name in a list is no reason to fail. Throws only when aborted.
 */
async function loadMachines(owner: number, boards: readonly Scoreboard[], signal: AbortSignal): Promise<Machines> {
  const own = await listVenueMachines({ owner, limit: 500 }, signal).catch(orNothing(signal, { results: [] }))
  const machines = new Map(own.results.map((machine) => [machine.id, machine]))
  const strange = new Set(boards.flatMap((board) => board.venuemachine_items.map((item) => item.venuemachine)).filter((id) => !machines.has(id)))
  await Promise.all(
    [...strange].map(async (id) => {
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
