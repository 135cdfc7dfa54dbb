import { ApiError } from '@multiball/shared/client'
import { useCallback, useEffect, useRef, useState } from 'react'

export type Loaded<Value> = { type: 'loading' | 'missing' | 'failed' } | { type: 'ready'; value: Value }

interface ReadOptions {
  /** asks again so many ms after each answer while the page is in view; undefined asks once */
  everyMs?: number
}

/**
 * What a call answers: asked again when `subject` changes, what is known stays while asking again fails.
 * @param subject what is asked about; undefined asks nothing
 */
export function useRead<Value>(subject: string | undefined, load: (signal: AbortSignal) => Promise<Value>, { everyMs }: ReadOptions = {}): { loaded: Loaded<Value>; refresh(): void } {
  const [answer, setAnswer] = useState<{ subject: string | undefined; loaded: Loaded<Value> }>({ subject, loaded: { type: 'loading' } })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const refresh = useCallback(() => setTurn((count) => count + 1), [])

  useEffect(() => {
    if (subject === undefined) return
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      if (everyMs !== undefined) timer = setTimeout(document.visibilityState === 'visible' ? refresh : again, everyMs)
    }
    latest.current(controller.signal).then(
      (value) => {
        if (controller.signal.aborted) return
        setAnswer({ subject, loaded: { type: 'ready', value } })
        again()
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        const type = error instanceof ApiError && error.status === 404 ? 'missing' : 'failed'
        setAnswer((before) => (type === 'failed' && before.subject === subject && before.loaded.type === 'ready' ? before : { subject, loaded: { type } }))
        again()
      },
    )
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [subject, turn, everyMs, refresh])

  return { loaded: answer.subject === subject ? answer.loaded : { type: 'loading' }, refresh }
}
