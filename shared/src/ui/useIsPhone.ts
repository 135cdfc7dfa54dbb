import { useSyncExternalStore } from 'react'

/** The width below which the dashboard has a phone's layout; the style sheets say the same. */
const phone = '(max-width: 767px)'

const follow = (changed: () => void) => {
  const width = matchMedia(phone)
  width.addEventListener('change', changed)
  return () => width.removeEventListener('change', changed)
}

/** True where the dashboard has a phone's layout. */
export const useIsPhone = (): boolean => useSyncExternalStore(follow, () => matchMedia(phone).matches)
