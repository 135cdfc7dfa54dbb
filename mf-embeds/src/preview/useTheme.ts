import { useSyncExternalStore } from 'react'

const root = () => document.documentElement

function follow(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(root(), { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The dashboard's theme, which the page around the preview takes on. */
export const useTheme = (): 'light' | 'dark' => useSyncExternalStore(follow, () => (root().dataset.theme === 'dark' ? 'dark' : 'light'))
