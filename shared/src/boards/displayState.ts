import type { Store } from '@multiball/shared/live'
import { retryRemote } from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import { atom, type PrimitiveAtom } from 'jotai'
import { loadFailure, type DisplayFailure } from './displayFailure'
import { loadDisplay } from './loadDisplay'
import type { BoardDisplay } from './types'

export type DisplayState =
  | { type: 'loading' }
  | { type: 'ready'; display: BoardDisplay }
  | { type: 'failed'; failure: DisplayFailure }

const atoms = new Map<BoardType, PrimitiveAtom<DisplayState>>()

/** Where the display of a board type stands; the same type has the same atom. */
export function displayAtom(type: BoardType): PrimitiveAtom<DisplayState> {
  const known = atoms.get(type) ?? atom<DisplayState>({ type: 'loading' })
  atoms.set(type, known)
  return known
}

async function load(store: Store, type: BoardType): Promise<void> {
  const state = await loadDisplay(type).then(
    (display): DisplayState => ({ type: 'ready', display }),
    (cause): DisplayState => ({ type: 'failed', failure: loadFailure(cause, type) }),
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
