import { displayAtom } from '@multiball/shared/boards'
import { boardAtom, type BoardAddress, type Store } from '@multiball/shared/live'

/**
 * Resolves when there is more to show than the waiting text of the page's HTML: the display with its board,
 * or something that went wrong. React starts then, and reveals it in one go.
 */
export function whenShowable(store: Store, address: BoardAddress): Promise<void> {
  const atoms = [displayAtom(address.type), boardAtom(address)] as const
  return new Promise((resolve) => {
    const look = () => {
      const display = store.get(atoms[0])
      const { phase, error } = store.get(atoms[1])
      const isShowable = (display.type === 'ready' && phase === 'ready') || display.type === 'failed' || error !== undefined
      if (!isShowable) return
      forget.forEach((end) => end())
      resolve()
    }
    const forget = atoms.map((atom) => store.sub(atom, look))
    look()
  })
}
