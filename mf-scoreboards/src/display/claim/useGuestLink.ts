import { ApiError } from '@multiball/shared/client'
import { ClockContext } from '@multiball/shared/display'
import type { GuestLink } from '@multiball/shared/schema'
import { useContext, useEffect, useState } from 'react'

/** Owners change their mind, and the code of the day changes. */
const againMs = 600_000

type ShownLink = GuestLink & { code: string }

/** The link by which guests send scores of a machine, asked for every ten minutes. Undefined until it is told, and where its owner shows it on no wall. */
export function useGuestLink(machine: number | undefined, viewerKey: string | undefined): ShownLink | undefined {
  const clock = useContext(ClockContext)
  const [told, setTold] = useState<{ machine: number; link: ShownLink }>()

  useEffect(() => {
    if (machine === undefined) return
    const controller = new AbortController()
    let endAgain = () => {}
    const ask = async () => {
      try {
        const { code, day_code } = await getGuestLink(machine, viewerKey, controller.signal)
        if (!controller.signal.aborted) setTold(code === null ? undefined : { machine, link: { code, day_code } })
      } catch (error) {
        if (!controller.signal.aborted && error instanceof ApiError && error.status === 404) setTold(undefined)
      }
      if (!controller.signal.aborted) endAgain = clock.after(againMs, () => void ask())
    }
    void ask()
    return () => {
      controller.abort()
      endAgain()
    }
  }, [clock, machine, viewerKey])

  return told && told.machine === machine ? told.link : undefined
}

/* Loaded for screens that show codes: others need neither the call nor its contract. */

const getGuestLink = async (machine: number, key: string | undefined, signal: AbortSignal): Promise<GuestLink> => {
  const { getGuestLink: get } = await import('@multiball/shared/api')
  return get(machine, key, signal)
}
