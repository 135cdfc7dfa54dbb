import type { Scoreboard } from '@multiball/shared/schema'
import { atom } from 'jotai'
import type { Machines } from './loadMachines'

/** The owner's scoreboards as last heard of; kept for the page's life, so that coming back shows them at once. */
export interface ListState {
  owner: number
  boards: Scoreboard[]
  /** undefined until they are known */
  machines: Machines | undefined
}

export const listAtom = atom<ListState | undefined>(undefined)
