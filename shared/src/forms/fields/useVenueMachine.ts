import { getVenueMachine } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'
import type { VenueMachine } from '@multiball/shared/schema'
import { useState } from 'react'

/**
 * The machine with this id, undefined while it is not known: read from the server unless it was chosen here.
 * The second element is told of a chosen one.
 */
export function useVenueMachine(id: number | undefined): [VenueMachine | undefined, (chosen: VenueMachine | null) => void] {
  const [chosen, setChosen] = useState<VenueMachine | null>(null)
  const isChosen = chosen?.id === id
  const { loaded } = useRead(id === undefined || isChosen ? undefined : ['venueMachine', id], (signal) => getVenueMachine(id!, signal))
  const read = loaded.type === 'ready' ? loaded.value : id === undefined || loaded.type === 'loading' ? undefined : nameless(id)
  return [isChosen ? (chosen ?? undefined) : read, setChosen]
}

/** A machine that cannot be read keeps its place; the server has the last word when saving. */
const nameless = (id: number): VenueMachine => ({ id, machine: { id, name: `Machine ${id}` }, venue: { id, name: '' }, user_roles: [] })
