import type { BoardOf } from '@multiball/shared/api'
import type { BoardType } from '@multiball/shared/schema'
import { atom } from 'jotai'

/** The owner's boards of one type as last heard of; kept for the page's life, so that coming back shows them at once. */
export interface ListState {
  owner: number
  boards: BoardOf<BoardType>[]
}

const listAtomOf = () => atom<ListState | undefined>(undefined)

export const listAtoms: Record<BoardType, ReturnType<typeof listAtomOf>> = {
  scoreboard: listAtomOf(),
  leaderboard: listAtomOf(),
  comboboard: listAtomOf(),
  slideshow: listAtomOf(),
  streamboard: listAtomOf(),
}
