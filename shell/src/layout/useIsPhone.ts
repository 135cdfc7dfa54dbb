import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

const follow = (notify: () => void) => {
  const width = matchMedia(query)
  width.addEventListener('change', notify)
  return () => width.removeEventListener('change', notify)
}

/** True where the frame has its bars above and below instead of a sidebar. */
export const useIsPhone = (): boolean => useSyncExternalStore(follow, () => matchMedia(query).matches)
