import { getVenueMachine } from '@multiball/shared/api'
import type { VenueMachine } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'

/**
 * The machine with this id, undefined while it is not known: read from the server unless it was chosen here.
 * The second element is told of a chosen one.
 */
export function useVenueMachine(id: number | undefined): [VenueMachine | undefined, (chosen: VenueMachine | null) => void] {
  const [machine, setMachine] = useState<VenueMachine | null>(null)
  const isKnown = machine?.id === id

  useEffect(() => {
    if (id === undefined || isKnown) return
    const controller = new AbortController()
    getVenueMachine(id, controller.signal).then(setMachine, () => {
      if (!controller.signal.aborted) setMachine(nameless(id))
    })
    return () => controller.abort()
  }, [id, isKnown])

  return [isKnown ? (machine ?? undefined) : undefined, setMachine]
}

/** A machine that cannot be read keeps its place; the server has the last word when saving. */
const nameless = (id: number): VenueMachine => ({ id, machine: { id, name: `Machine ${id}` }, venue: { id, name: '' }, user_roles: [] })
