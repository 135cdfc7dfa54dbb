import { getSlideshow } from '@multiball/shared/api'
import { startDisplay } from '@multiball/shared/boards'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { browserEnvironment, type BoardAddress, type BoardError, type LiveEnvironment } from '@multiball/shared/live'
import type { Slideshow } from '@multiball/shared/schema'
import { useStore } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'

/*
 * A slideshow as a viewer follows it. It has no state that is pushed: it is read again and again.
 *
 * | what is known      | an answer                               | no answer                         | 404                 |
 * |--------------------|-----------------------------------------|-----------------------------------|---------------------|
 * | nothing yet        | shown                                   | what is remembered, if anything   | gone                |
 * | one that is shown  | stays; `isChanged` if it looks different | stays, with the error             | gone and forgotten  |
 * | that it is gone    | shown                                   | stays gone                        | stays gone          |
 */

/** What a viewer knows of a slideshow. */
export interface SlideshowState {
  /** as it was first read, or last taken */
  slideshow?: Slideshow
  /** true while the server has a different one from what is shown */
  isChanged: boolean
  /** why there is none, or why the last answer was none */
  error?: BoardError
}

/** A slideshow beyond the life of its page. Never throws. */
export interface SlideshowMemory {
  recall(address: BoardAddress): Promise<Slideshow | undefined>
  keep(address: BoardAddress, slideshow: Slideshow): void
  forget(address: BoardAddress): void
}

/** The outer world of a watched slideshow; a test gives its own. */
export interface SlideshowEnvironment extends Pick<
  LiveEnvironment,
  'setTimeout' | 'clearTimeout' | 'random' | 'onWake'
> {
  /** @throws ApiError */
  getSlideshow: typeof getSlideshow
  /** where the page has one: what stands in while the server does not answer */
  memory?: SlideshowMemory
}

interface SlideshowWatch {
  /** Asks the server now; answers whether it answered. */
  ask(): Promise<boolean>
  /** Shows what the server has by now. */
  takeNewest(): void
  stop(): void
}

const nothingYet: SlideshowState = { isChanged: false }

/** One that is made private, and a key that was renewed, are gone from screens within five seconds, as other boards are. */
const usualMs = 4500
const firstRetryMs = 5000
const notFoundStatus = 404
/** A slideshow from memory is better than a page that waits for longer than this. */
const patienceMs = 3000

/** What is seen of a slideshow, whoever owns it and whoever may see it. */
const shownOf = ({ title, items }: Slideshow) =>
  JSON.stringify([
    title,
    items.map(({ item_type, item_id, duration, image }) => [item_type, item_id, duration, image?.image]),
  ])

const errorOf = (cause: unknown): BoardError & { retryAfterMs: number } =>
  cause instanceof ApiError
    ? { status: cause.status, message: cause.message, retryAfterMs: (cause.retryAfterSeconds ?? 0) * 1000 }
    : { status: 0, message: generalFailure, retryAfterMs: 0 }

/**
 * Reads a slideshow now, again and again, and whenever somebody may be looking again. While the server is away what was
 * read stays; one that is deleted, or private for this viewer, goes.
 */
export function watchSlideshow(
  address: BoardAddress,
  write: (state: SlideshowState) => void,
  environment: SlideshowEnvironment,
): SlideshowWatch {
  const { id, key } = address
  const stopped = new AbortController()
  let state = nothingYet
  let newest: Slideshow | undefined
  let timer: unknown
  let asking: Promise<boolean> | undefined

  const keep = (next: SlideshowState) => write((state = next))

  function again(ms: number) {
    environment.clearTimeout(timer)
    // A little more each, so that the walls of a venue do not ask as one.
    timer = environment.setTimeout(() => void ask(), ms + (ms / 10) * environment.random())
  }

  function refused(cause: unknown) {
    const { retryAfterMs, ...error } = errorOf(cause)
    if (error.status === notFoundStatus) {
      environment.memory?.forget(address)
      keep({ isChanged: false, error: { ...error, message: 'Item not found.' } })
    } else keep({ ...state, error })
    const isPassing = !state.slideshow && (error.status === 0 || error.status >= 500)
    again(Math.max(retryAfterMs, isPassing ? firstRetryMs : usualMs))
  }

  /** What was kept stands in for an answer that does not come. */
  async function standIn() {
    if (state.slideshow) return
    const kept = await environment.memory?.recall(address)
    if (kept && !state.slideshow && !state.error && !stopped.signal.aborted) keep({ slideshow: kept, isChanged: false })
  }

  async function read(): Promise<boolean> {
    const patience =
      state.slideshow || !environment.memory ? undefined : environment.setTimeout(() => void standIn(), patienceMs)
    try {
      const slideshow = await environment
        .getSlideshow(id, { key, signal: stopped.signal })
        .finally(() => environment.clearTimeout(patience))
      if (stopped.signal.aborted) return false
      environment.memory?.keep(address, slideshow)
      newest = slideshow
      const shown = state.slideshow ?? slideshow
      keep({ slideshow: shown, isChanged: shownOf(shown) !== shownOf(slideshow) })
      again(usualMs)
      return true
    } catch (cause) {
      const { status } = errorOf(cause)
      if (status === 0 || status >= 500) await standIn()
      if (!stopped.signal.aborted) refused(cause)
      return false
    }
  }

  function ask(): Promise<boolean> {
    asking ??= read().finally(() => (asking = undefined))
    return asking
  }

  const endWakes = environment.onWake(() => void ask())
  void ask()
  return {
    ask,
    takeNewest() {
      // The same slides go on where they are.
      if (state.isChanged) keep({ ...state, slideshow: newest, isChanged: false })
    },
    stop() {
      stopped.abort()
      endWakes()
      environment.clearTimeout(timer)
    },
  }
}

/** A slideshow as it was first read, whether the server has a different one by now, and the displays of its slides on their way. */
export function useSlideshow(
  { type, id, key }: BoardAddress,
  memory?: SlideshowMemory,
): SlideshowState & Pick<SlideshowWatch, 'ask' | 'takeNewest'> {
  const store = useStore()
  const [state, setState] = useState<SlideshowState>(nothingYet)
  const watch = useRef<SlideshowWatch>(undefined)
  useEffect(() => {
    const begun = watchSlideshow({ type, id, key }, setState, { ...browserEnvironment, getSlideshow, memory })
    watch.current = begun
    return () => begun.stop()
  }, [type, id, key, memory])
  const { slideshow } = state
  // All at once: the first turns are short.
  useEffect(() => {
    for (const { item_type: shown } of slideshow?.items ?? [])
      if (shown !== 'slideshowimage') void startDisplay(store, shown)
  }, [store, slideshow])
  const ask = useCallback(async () => (await watch.current?.ask()) ?? false, [])
  const takeNewest = useCallback(() => watch.current?.takeNewest(), [])
  return { ...state, ask, takeNewest }
}
