import type { BoardOf } from '@multiball/shared/api'
import type { BoardType } from '@multiball/shared/schema'
import { atom, type PrimitiveAtom } from 'jotai'

/** The owner's boards of one type as last heard of; kept for the page's life, so that coming back shows them at once. */
export interface ListState {
  owner: number
  boards: BoardOf[]
}

const listAtoms = new Map<BoardType, PrimitiveAtom<ListState | undefined>>()

/** The list of a board type; the same type has the same atom. */
export function listAtom(type: BoardType): PrimitiveAtom<ListState | undefined> {
  const known = listAtoms.get(type) ?? atom<ListState | undefined>(undefined)
  listAtoms.set(type, known)
  return known
}
