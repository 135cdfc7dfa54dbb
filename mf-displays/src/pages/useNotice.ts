import { useLocation, useNavigate } from '@multiball/shared/routing'
import { useEffect, useState } from 'react'

export interface Notice {
  text: string
  tone: 'success' | 'error'
}

const textOf = (state: unknown) => {
  const text = (state as { notice?: unknown } | null)?.notice
  return typeof text === 'string' ? text : undefined
}

/** What the navigation here brought to say, then what happens on the page. It is said once: a reload does not repeat it. */
export function useNotice() {
  const { state, pathname, search } = useLocation()
  const navigate = useNavigate()
  const shown = useState<Notice | undefined>(() => {
    const text = textOf(state)
    return text === undefined ? undefined : { text, tone: text === 'Item not found.' ? 'error' : 'success' }
  })
  useEffect(() => {
    if (textOf(state) !== undefined) void navigate(pathname + search, { replace: true, state: null })
  }, [state, pathname, search, navigate])
  return shown
}
