import { displayAtom } from '@multiball/shared/boards'
import { boardAtom, type BoardAddress, type Store } from '@multiball/shared/live'
import { isLiveBoardType } from '@multiball/shared/schema'

/** True when there is something to draw: a board with its display, or what went wrong. */
function isShowable(store: Store, { type, ...place }: BoardAddress): boolean {
  const display = store.get(displayAtom(type))
  if (display.type === 'failed') return true
  if (!isLiveBoardType(type)) return display.type === 'ready'
  const { bootstrap, error } = store.get(boardAtom({ type, ...place }))
  return error !== undefined || (bootstrap !== undefined && display.type === 'ready')
}

/**
 * Calls back once, when there is more to show of a board that is watched than that it is waited for. React waits until
 * then: one drawing less, and the first one reveals the board in one go.
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
  ends = [
    store.sub(displayAtom(address.type), look),
    ...(isLiveBoardType(address.type) ? [store.sub(boardAtom(address), look)] : []),
  ]
  look()
  return end
}
