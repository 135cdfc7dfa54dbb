import type { MachineDisplay } from '@multiball/shared/schema'
import { createContext, useContext, useEffect, useState } from 'react'
import { ClockContext } from '../clock'
import { DotMatrix } from '../dots/DotMatrix'
import { DotStrip } from '../dots/DotStrip'
import { segmentsWidth } from '../numbers/score'
import { Segments } from '../segments/Segments'
import type { MachineLook } from './look'

/** Segment digits and a dot matrix: for machines that nobody knows the display of, and until another look is loaded. */
const usualLook: MachineLook = { Figures: Segments, width: segmentsWidth, Banner: DotMatrix, Strip: DotStrip }

/** Most boards need one of them, or none: they are no part of a board's first bytes. */
const chunks: Record<MachineDisplay, () => Promise<MachineLook>> = {
  reels: async () => (await import('../looks/drums')).reels,
  lights: async () => (await import('../looks/drums')).lights,
  numeric: async () => (await import('../looks/glass')).numeric,
  alphanumeric: async () => (await import('../looks/glass')).alphanumeric,
  'dot-matrix': async () => (await import('../looks/dots')).dotMatrix,
  lcd: async () => (await import('../looks/lcd')).lcd,
}

const loaded = new Map<MachineDisplay, MachineLook>()
const againMs = 30_000

/** The look of a kind of display: the usual one until its code is there, and for no kind at all. What did not load is asked for again. */
export function useLookOf(kind: MachineDisplay | null | undefined): MachineLook {
  const clock = useContext(ClockContext)
  const [, setCount] = useState(loaded.size)
  useEffect(() => {
    let isOver = false
    let cancel = () => {}
    const show = () => {
      if (!isOver) setCount(loaded.size)
    }
    const load = (wanted: MachineDisplay) =>
      void chunks[wanted]().then(
        (look) => {
          loaded.set(wanted, look)
          show()
        },
        () => {
          if (!isOver) cancel = clock.after(againMs, () => load(wanted))
        },
      )
    if (kind && loaded.has(kind)) show()
    else if (kind) load(kind)
    return () => {
      isOver = true
      cancel()
    }
  }, [kind, clock])
  return (kind && loaded.get(kind)) || usualLook
}

export const MachineLookContext = createContext(usualLook)

/** The look of the board around. */
export const useMachineLook = (): MachineLook => useContext(MachineLookContext)
