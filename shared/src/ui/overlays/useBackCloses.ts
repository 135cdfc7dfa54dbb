import { useEffect, useRef } from 'react'

/**
 * Makes the browser's Back close what is open instead of leaving the page: one history entry more while it is
 * open, with the state of the page's own so that the router sees no move.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })

  useEffect(() => {
    if (!isOpen) return
    history.pushState({ ...(history.state as object | null), overlay: true }, '')
    const closeByBack = () => latest.current()
    window.addEventListener('popstate', closeByBack)
    return () => {
      window.removeEventListener('popstate', closeByBack)
      // Closed in another way: take the entry back, unless the page has moved on from it.
      if ((history.state as { overlay?: boolean } | null)?.overlay) history.back()
    }
  }, [isOpen])
}
