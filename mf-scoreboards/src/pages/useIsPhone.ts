import { useSyncExternalStore } from 'react'

const phone = '(max-width: 767px)'

const subscribe = (changed: () => void) => {
  const query = matchMedia(phone)
  query.addEventListener('change', changed)
  return () => query.removeEventListener('change', changed)
}

/** True where the list has a phone's width, and its actions go into a menu. */
export const useIsPhone = () => useSyncExternalStore(subscribe, () => matchMedia(phone).matches)
