import type { Store } from '@multiball/shared/live'
import { retryRemote } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import { atom, type PrimitiveAtom } from 'jotai'
import { loadFailure, type DisplayFailure } from './displayFailure'
import { loadDisplay } from './loadDisplay'
import type { DisplayOf } from './types'

export type DisplayState<Type extends BoardType = BoardType> =
  | { type: 'loading' }
  | { type: 'ready'; display: DisplayOf<Type> }
  | { type: 'failed'; failure: DisplayFailure }

/** A map whose keys say what kind of display is under them. */
interface DisplayAtoms {
  get<Type extends BoardType>(type: Type): PrimitiveAtom<DisplayState<Type>> | undefined
  set<Type extends BoardType>(type: Type, display: PrimitiveAtom<DisplayState<Type>>): void
}

const atoms: DisplayAtoms = new Map()

/** Where the display of a board type stands; the same type has the same atom. */
export function displayAtom<Type extends BoardType>(type: Type): PrimitiveAtom<DisplayState<Type>> {
  const known = atoms.get(type) ?? atom<DisplayState<Type>>({ type: 'loading' })
  atoms.set(type, known)
  return known
}

async function load<Type extends BoardType>(store: Store, type: Type): Promise<void> {
  const state = await loadDisplay(type).then(
    (display): DisplayState<Type> => ({ type: 'ready', display }),
    (cause): DisplayState<Type> => ({ type: 'failed', failure: loadFailure(cause, type) }),
  )
  store.set(displayAtom(type), state)
}

/** Loads the display of a board type unless that was done; one that failed waits for `retryDisplay`. */
export async function startDisplay(store: Store, type: BoardType): Promise<void> {
  if (store.get(displayAtom(type)).type === 'loading') await load(store, type)
}

/** Asks the network once more for a display that failed. */
export async function retryDisplay(store: Store, type: BoardType): Promise<void> {
  const state = store.get(displayAtom(type))
  if (state.type !== 'failed') return
  if (state.failure.code !== 'DISPLAY_NOT_LOADED') retryRemote(state.failure.remote)
  await load(store, type)
}
