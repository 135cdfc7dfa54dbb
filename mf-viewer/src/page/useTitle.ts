import { useEffect } from 'react'

/** Names the page after the board while it is shown. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return
    const before = document.title
    document.title = `${title} – Multiball`
    return () => {
      document.title = before
    }
  }, [title])
}
