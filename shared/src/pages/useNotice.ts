import { useLocation, useNavigate } from '@multiball/shared/routing'
import { useEffect, useState } from 'react'
import { noticeOf } from './notice'

/** What the navigation here brought to say, then what happens on the page. It is said once: a reload does not repeat it. */
export function useNotice() {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const shown = useState(() => noticeOf(state))
  useEffect(() => {
    if (noticeOf(state)) void navigate(pathname + search, { replace: true, state: null })
  }, [state, pathname, search, navigate])
  return shown
}
