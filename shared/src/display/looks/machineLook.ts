import { segmentsWidth } from '@multiball/shared/glyphs'
import type { MachineDisplay } from '@multiball/shared/schema'
import { createContext, useContext } from 'react'
import { DotMatrix } from '../dots/DotMatrix'
import { DotStrip } from '../dots/DotStrip'
import { Segments } from '../segments/Segments'
import { useChunk } from '../useChunk'
import type { MachineLook } from './look'

/** Segment digits and a dot matrix: for machines that nobody knows the display of, and until another look is loaded. */
const usualLook: MachineLook = { Figures: Segments, width: segmentsWidth, Banner: DotMatrix, Strip: DotStrip }

type Looks = { looks: Partial<Record<MachineDisplay, MachineLook>> }

/** Most boards need one of them, or none. */
const drums = () => import('./drums')
const glass = () => import('./glass')
const screens = () => import('./screens')
const chunks: Record<MachineDisplay, () => Promise<Looks>> = {
  reels: drums,
  lights: drums,
  numeric: glass,
  alphanumeric: glass,
  'dot-matrix': screens,
  lcd: screens,
}

/** The look of a kind of display: the usual one until its code is there, and for no kind at all. */
export function useLookOf(kind: MachineDisplay | null | undefined): MachineLook {
  const chunk = useChunk(kind ? chunks[kind] : undefined)
  return (kind && chunk?.looks[kind]) || usualLook
}

export const MachineLookContext = createContext(usualLook)

/** The look of the board around. */
export const useMachineLook = (): MachineLook => useContext(MachineLookContext)
