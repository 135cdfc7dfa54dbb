import { useEffect, useState } from 'react'

const themeNow = () => document.documentElement.dataset.theme

/** Changes with the page's theme: what is drawn on a canvas is drawn again. */
export function useTheme(): string | undefined {
  const [theme, setTheme] = useState(themeNow)
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(themeNow()))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}
