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

type Looks = Partial<Record<MachineDisplay, MachineLook>>

/** Most boards need one of them, or none: they are no part of a board's first bytes. */
const drums = () => import('../looks/drums')
const glass = () => import('../looks/glass')
const screens = () => import('../looks/screens')
const chunks: Record<MachineDisplay, () => Promise<{ looks: Looks }>> = { reels: drums, lights: drums, numeric: glass, alphanumeric: glass, 'dot-matrix': screens, lcd: screens }

const loaded: Looks = {}
const againMs = 30_000

/** The look of a kind of display: the usual one until its code is there, and for no kind at all. What did not load is asked for again. */
export function useLookOf(kind: MachineDisplay | null | undefined): MachineLook {
  const clock = useContext(ClockContext)
  const [, setSeen] = useState<MachineLook>()
  useEffect(() => {
    if (!kind) return
    let isOver = false
    let cancel = () => {}
    const load = () =>
      void chunks[kind]().then(
        ({ looks }) => {
          Object.assign(loaded, looks)
          if (!isOver) setSeen(looks[kind])
        },
        () => {
          if (!isOver) cancel = clock.after(againMs, load)
        },
      )
    load()
    return () => {
      isOver = true
      cancel()
    }
  }, [kind, clock])
  return (kind && loaded[kind]) || usualLook
}

export const MachineLookContext = createContext(usualLook)

/** The look of the board around. */
export const useMachineLook = (): MachineLook => useContext(MachineLookContext)
