import { getVenueMachine } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'
import type { VenueMachine } from '@multiball/shared/schema'
import { useEffect, useEffectEvent, useState } from 'react'

const againMs = 10_000

/**
 * The machine with this id, undefined while it is not known: read from the server unless it was chosen here, again and again
 * where that failed. The second element is told of a chosen one.
 */
export function useVenueMachine(
  id: number | undefined,
): [VenueMachine | undefined, (chosen: VenueMachine | null) => void] {
  const [chosen, setChosen] = useState<VenueMachine | null>(null)
  const isChosen = chosen?.id === id
  const { loaded, refresh } = useRead(id === undefined || isChosen ? undefined : ['venueMachine', id], (signal) =>
    getVenueMachine(id!, signal),
  )
  const [unread, setUnread] = useState<number>()
  const isFailed = loaded.type === 'failed'
  const again = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (!isFailed) return
    setUnread(id)
    const timer = setTimeout(again, againMs)
    return () => clearTimeout(timer)
  }, [id, isFailed])
  // While it is read again it keeps the name that it has meanwhile.
  const isAwaited = loaded.type === 'loading' && unread !== id
  const read = loaded.type === 'ready' ? loaded.value : id === undefined || isAwaited ? undefined : nameless(id)
  return [isChosen ? (chosen ?? undefined) : read, setChosen]
}

/** A machine that cannot be read keeps its place; the server has the last word when saving. */
const nameless = (id: number): VenueMachine => ({
  id,
  machine: { id, name: `Machine ${id}` },
  venue: { id, name: '' },
  user_roles: [],
})
