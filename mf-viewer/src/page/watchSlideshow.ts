import { getSlideshow } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { browserEnvironment, type BoardAddress, type BoardError, type LiveEnvironment } from '@multiball/shared/live'
import type { Slideshow } from '@multiball/shared/schema'
import type { SlideshowMemory } from '../offline/memory'
import { slideshowMemory } from '../offline/pageMemory'
import { isSameShow } from './isSameShow'

/** What a viewer knows of a slideshow. Nothing but its end takes it away. */
export interface SlideshowState {
  /** as it was first read */
  slideshow?: Slideshow
  /** true while the server has another one than is shown */
  isChanged: boolean
  /** why there is none */
  error?: BoardError
}

/** The outer world of a watched slideshow; a test gives its own. */
export interface SlideshowEnvironment extends Pick<LiveEnvironment, 'setTimeout' | 'clearTimeout' | 'random' | 'onWake'> {
  /** @throws ApiError */
  getSlideshow: typeof getSlideshow
  /** where the page has one: what stands in while the server does not answer */
  memory?: SlideshowMemory
}

export interface SlideshowWatch {
  /** Asks the server now; answers whether it answered. */
  ask(): Promise<boolean>
  stop(): void
}

export const nothingYet: SlideshowState = { isChanged: false }

/** One that is made private, and a key that was renewed, are gone from screens within five seconds, as other boards are. */
const usualMs = 4500
const firstRetryMs = 5000
const notFoundStatus = 404
/** A slideshow from memory is better than a page that waits for longer than this. */
const patienceMs = 3000

const errorOf = (cause: unknown): BoardError & { retryAfterMs: number } =>
  cause instanceof ApiError
    ? { status: cause.status, message: cause.message, retryAfterMs: (cause.retryAfterSeconds ?? 0) * 1000 }
    : { status: 0, message: generalFailure, retryAfterMs: 0 }

/**
 * Reads a slideshow now, again and again, and whenever somebody may be looking anew. While the server is away what was
 * read stays; one that is deleted, or private for this viewer, goes.
 */
export function watchSlideshow(
  address: BoardAddress,
  write: (state: SlideshowState) => void,
  environment: SlideshowEnvironment = { ...browserEnvironment, getSlideshow, memory: slideshowMemory() },
): SlideshowWatch {
  const { id, key } = address
  const stopped = new AbortController()
  let state = nothingYet
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
    } else if (!state.slideshow) keep({ ...state, error })
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
    const patience = state.slideshow || !environment.memory ? undefined : environment.setTimeout(() => void standIn(), patienceMs)
    try {
      const slideshow = await environment.getSlideshow(id, { key, signal: stopped.signal }).finally(() => environment.clearTimeout(patience))
      if (stopped.signal.aborted) return false
      environment.memory?.keep(address, slideshow)
      keep(state.slideshow ? { slideshow: state.slideshow, isChanged: !isSameShow(state.slideshow, slideshow) } : { slideshow, isChanged: false })
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

  const deafen = environment.onWake(() => void ask())
  void ask()
  return {
    ask,
    stop: () => {
      stopped.abort()
      deafen()
      environment.clearTimeout(timer)
    },
  }
}
