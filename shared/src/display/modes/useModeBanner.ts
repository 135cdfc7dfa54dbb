import { useContext, useEffect, useLayoutEffect, useState } from 'react'
import { bannerAt, nextBannerAt, sightModes } from './banner'
import type { Banner } from './banner'
import { ClockContext } from '../clock'

/** The banner of a game's modes as time passes; `isNew` for the 3 s that a new mode has it alone. */
export function useModeBanner(modes: readonly string[]): Banner & { isNew: boolean } {
  const clock = useContext(ClockContext)
  const [now, setNow] = useState(() => clock.now())
  const [sightings, setSightings] = useState(() => sightModes(undefined, modes, now))
  // Each live state brings a new array: only other modes are news.
  const fingerprint = JSON.stringify(modes)

  useLayoutEffect(() => {
    const sightedAt = clock.now()
    setNow(sightedAt)
    setSightings((before) => sightModes(before, JSON.parse(fingerprint) as string[], sightedAt))
  }, [clock, fingerprint])

  useEffect(() => {
    const nextAt = nextBannerAt(sightings, now)
    if (nextAt === undefined) return
    return clock.after(Math.max(0, nextAt - clock.now()), () => setNow(clock.now()))
  }, [clock, sightings, now])

  return bannerAt(sightings, now)
}
