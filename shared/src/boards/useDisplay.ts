import { boardTypeOf } from '@multiball/shared/client'
import type { Store } from '@multiball/shared/live'
import {
  isRetryable,
  loadExpose,
  RemoteFailure,
  remoteForDisplay,
  remoteVersion,
  retryRemote,
} from '@multiball/shared/remotes'
import type { BoardType } from '@multiball/shared/schema'
import { atom, useAtomValue, useStore, type PrimitiveAtom } from 'jotai'
import { useEffect } from 'react'
import type { DisplayOf } from './types'

/** How far the display of boards of this type is. */
export type DisplayStateOf<Type extends BoardType> =
  { type: 'loading' } | { type: 'ready'; display: DisplayOf<Type> } | { type: 'failed'; failure: DisplayFailure }

/** The same, of any type. */
export type DisplayState = DisplayStateOf<BoardType>

/** A map whose keys say what kind of display is under them. */
interface DisplayAtoms {
  get<Type extends BoardType>(type: Type): PrimitiveAtom<DisplayStateOf<Type>> | undefined
  set<Type extends BoardType>(type: Type, display: PrimitiveAtom<DisplayStateOf<Type>>): void
}

const atoms: DisplayAtoms = new Map()

/** Where the display of a board type stands; the same type has the same atom. */
export function displayAtom<Type extends BoardType>(type: Type): PrimitiveAtom<DisplayStateOf<Type>> {
  const known = atoms.get(type) ?? atom<DisplayStateOf<Type>>({ type: 'loading' })
  atoms.set(type, known)
  return known
}

async function load<Type extends BoardType>(store: Store, type: Type): Promise<void> {
  const state = await loadDisplay(type).then(
    (display): DisplayStateOf<Type> => ({ type: 'ready', display }),
    (cause): DisplayStateOf<Type> => ({ type: 'failed', failure: loadFailure(cause, type) }),
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

/** The display of a board type, loaded when a component first asks for it. */
export function useDisplay<Type extends BoardType>(type: Type): DisplayStateOf<Type> {
  const store = useStore()
  useEffect(() => void startDisplay(store, type), [store, type])
  return useAtomValue(displayAtom(type))
}

const isDisplayOf = (display: { type: BoardType; Display: unknown }, type: BoardType) =>
  display.type === type && typeof display.Display === 'function'

/**
 * The display of a board type, from the remote that the registry names for it.
 * @throws RemoteFailure
 */
export async function loadDisplay<Type extends BoardType>(type: Type): Promise<DisplayOf<Type>> {
  const remote = remoteForDisplay(type)
  if (!remote)
    throw new RemoteFailure(boardTypeOf(type).remote, '-', 'REMOTE_UNKNOWN', `no published remote shows a ${type}`)
  const { display } = await loadExpose<{ display?: DisplayOf<Type> }>(remote, './display')
  if (!display || !isDisplayOf(display, type))
    throw new RemoteFailure(remote, '-', 'REMOTE_MODULE_FAILED', `./display has no display of a ${type}`)
  return display
}

/** Why a display is not on the screen, in the words that people read out to support. */
export interface DisplayFailure {
  remote: string
  version: string
  code: string
  /** the file that did not come, or came changed, where that is known */
  file?: string
  /** true when asking the network again may help without a new page */
  isPassing: boolean
  /** what was thrown, where that is known */
  cause?: unknown
}

/** What loading the display of this type failed with. */
function loadFailure(cause: unknown, type: BoardType): DisplayFailure {
  // Anything else is the page's own mistake, such as a registry that it cannot read.
  if (!(cause instanceof RemoteFailure))
    return { remote: boardTypeOf(type).remote, version: '-', code: 'DISPLAY_NOT_LOADED', isPassing: false }
  const { remote, version, code, file } = cause
  return { remote, version, code, file, isPassing: isRetryable(cause) }
}

/** The failure of a display that was loaded and threw while it was drawn: the next state may suit it better. */
export function throwFailure(type: BoardType, cause?: unknown): DisplayFailure {
  const { remote } = boardTypeOf(type)
  return { remote, version: remoteVersion(remote) ?? '-', code: 'DISPLAY_THREW', isPassing: true, cause }
}

/**
 * The board types whose displays a board of this type needs: its own, and those of the boards that it shows. Asked for
 * beside the board, since only its bootstrap would name them; what only the bootstrap knows is loaded when it is drawn.
 */
export const displaysOf = (type: BoardType): readonly BoardType[] => [type, ...boardTypeOf(type).shows]
