import { atom, type createStore, type PrimitiveAtom } from 'jotai'
import { nothingYet, type BoardLive } from './boardLive'
import { addressText, type BoardAddress } from './socket'

export type Store = ReturnType<typeof createStore>
type BoardAtom = PrimitiveAtom<BoardLive>

/** Boards that are no longer watched are remembered for their next showing, those let go first are forgotten first. */
const rememberedLimit = 64

const atoms = new Map<string, BoardAtom>()
const watched = new Map<string, number>()

function forgetOldest() {
  let unwatched = atoms.size - watched.size
  for (const text of atoms.keys()) {
    if (unwatched <= rememberedLimit) return
    if (watched.has(text)) continue
    atoms.delete(text)
    unwatched -= 1
  }
}

/** The atom of a board; the same address has the same atom. Only watchBoard writes it. */
export function boardAtom(address: BoardAddress): BoardAtom {
  const text = addressText(address)
  const board = atoms.get(text) ?? atom(nothingYet)
  // Nothing is forgotten here: pages call this while they render, before they watch what they show.
  atoms.set(text, board)
  return board
}

/**
 * Keeps a board's atom while it is watched.
 * @returns lets it go
 */
export function holdBoard(address: BoardAddress): () => void {
  const text = addressText(address)
  watched.set(text, (watched.get(text) ?? 0) + 1)
  return () => {
    const left = watched.get(text)! - 1
    if (left > 0) {
      watched.set(text, left)
      return
    }
    watched.delete(text)
    const board = atoms.get(text)
    // Last shown, last forgotten.
    if (board) {
      atoms.delete(text)
      atoms.set(text, board)
    }
    forgetOldest()
  }
}
