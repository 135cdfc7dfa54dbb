// With what every page of the dashboard calls first: the room itself comes after the login.
import '@fontsource-variable/geist/index.css'
import '@fontsource-variable/geist-mono/index.css'
import './tokens.css'

export type Theme = 'system' | 'light' | 'dark'

const storageKey = 'mb-theme'
const darkQuery = '(prefers-color-scheme: dark)'

/** The owner's choice, kept in this browser. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Keeps the choice and paints it. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // A forbidden storage costs the memory of the choice, not the choice.
  }
  paint(theme)
}

/** Paints the kept choice and follows the system's from now on. Returns a function that stops following. */
export function startTheme(): () => void {
  const follow = () => paint(readTheme())
  const system = matchMedia(darkQuery)
  follow()
  system.addEventListener('change', follow)
  window.addEventListener('storage', follow)
  return () => {
    system.removeEventListener('change', follow)
    window.removeEventListener('storage', follow)
  }
}

function paint(theme: Theme): void {
  document.documentElement.dataset.theme =
    theme === 'system' ? (matchMedia(darkQuery).matches ? 'dark' : 'light') : theme
}
