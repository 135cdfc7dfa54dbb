import { displayAtom } from '@multiball/shared/boards'
import { boardAtom, type BoardAddress, type Store } from '@multiball/shared/live'
import { isLiveBoardType } from '@multiball/shared/schema'

/** True when there is something to draw: a board with its display, or what went wrong. */
function isShowable(store: Store, address: BoardAddress): boolean {
  const display = store.get(displayAtom(address.type))
  if (display.type === 'failed') return true
  if (!isLiveBoardType(address.type)) return display.type === 'ready'
  const { bootstrap, error } = store.get(boardAtom(address))
  return error !== undefined || (bootstrap !== undefined && display.type === 'ready')
}

/**
 * Calls back once, when a board that is watched can be drawn. React waits until then: one drawing less, and the first
 * one is shared out over the page's frames, which is not done with what follows a change of state.
 * @returns ends the wait
 */
export function whenShowable(store: Store, address: BoardAddress, run: () => void): () => void {
  let ends: (() => void)[] = []
  const end = () => {
    for (const unsubscribe of ends) unsubscribe()
    ends = []
  }
  const look = () => {
    if (!isShowable(store, address)) return
    end()
    run()
  }
  ends = [store.sub(displayAtom(address.type), look), ...(isLiveBoardType(address.type) ? [store.sub(boardAtom(address), look)] : [])]
  look()
  return end
}
