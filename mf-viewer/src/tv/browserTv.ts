import { getTvCode, getTvState } from '@multiball/shared/api'
import type { TvEnvironment } from './runTv'

const name = 'mb-tv-token'

/** What a storage that is full, closed or missing forgets, is remembered until the page is loaded again. */
let remembered: string | undefined

const memory: TvEnvironment['memory'] = {
  read: () => {
    try {
      return remembered ?? localStorage.getItem(name) ?? undefined
    } catch {
      return remembered
    }
  },
  write: (token) => {
    remembered = token
    try {
      localStorage.setItem(name, token)
    } catch {
      // Nothing to be done: it works until the page is loaded again.
    }
  },
  clear: () => {
    remembered = undefined
    try {
      localStorage.removeItem(name)
    } catch {
      // It is worth nothing any more.
    }
  },
}

/** Whether a page that is loaded again is still the same TV. */
export function isRemembered(): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}

const wait: TvEnvironment['wait'] = (ms, signal) =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      document.removeEventListener('visibilitychange', seen)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const seen = () => document.visibilityState === 'visible' && done()
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    document.addEventListener('visibilitychange', seen)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })

export const browserTv: TvEnvironment = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait,
  askCode: getTvCode,
  askState: getTvState,
  memory,
}
