import { getSlideshow } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import type { BoardAddress, BoardError } from '@multiball/shared/live'
import type { Slideshow } from '@multiball/shared/schema'
import { useCallback, useEffect, useRef, useState } from 'react'

const usualMs = 60_000
/** A key that was renewed opens nothing any more within five seconds. */
const keyedMs = 4500
const firstRetryMs = 5000

const errorOf = (cause: unknown): BoardError =>
  cause instanceof ApiError ? { status: cause.status, message: cause.message } : { status: 0, message: generalFailure }

interface State {
  shown?: Slideshow
  error?: BoardError
}

/**
 * A slideshow, read now and again and again; while the server is away what was read stays. A changed one waits until it
 * is taken. `ask` reads at once.
 */
export function useSlideshow({ id, key }: BoardAddress) {
  const [{ shown, error }, setState] = useState<State>({})
  const newest = useRef<Slideshow>(undefined)
  const askNow = useRef(() => {})

  useEffect(() => {
    const stopped = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isReading = false
    const read = async () => {
      // Who asks meanwhile is answered by it: a second one would start a second round of readings.
      if (isReading) return
      isReading = true
      clearTimeout(timer)
      let nextMs = key === undefined ? usualMs : keyedMs
      try {
        const slideshow = await getSlideshow(id, { key, signal: stopped.signal })
        newest.current = slideshow
        if (!stopped.signal.aborted) setState((before) => ({ shown: before.shown ?? slideshow }))
      } catch (cause) {
        if (stopped.signal.aborted) return
        const failed = errorOf(cause)
        if (!newest.current && failed.status !== 404) nextMs = firstRetryMs
        // Nothing of one that was taken away stays on the page.
        setState((before) => ({ shown: failed.status === 404 ? undefined : before.shown, error: failed }))
      }
      isReading = false
      if (!stopped.signal.aborted) timer = setTimeout(() => void read(), nextMs * (1 + Math.random() / 10))
    }
    askNow.current = () => void read()
    void read()
    return () => {
      stopped.abort()
      clearTimeout(timer)
    }
  }, [id, key])

  const takeNewest = useCallback(() => {
    // The same screens go on where they are.
    setState((before) => (!newest.current || JSON.stringify(before.shown) === JSON.stringify(newest.current) ? before : { ...before, shown: newest.current }))
    return undefined
  }, [])
  const ask = useCallback(() => askNow.current(), [])
  return { slideshow: shown, error, takeNewest, ask }
}
