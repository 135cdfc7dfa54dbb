import { getTvCode, getTvState, reportTvSound } from '@multiball/shared/api'
import { TvState } from '@multiball/shared/schema'
import { parsed } from '../offline/memory'
import type { TvEnvironment } from './runTv'

const tokenName = 'mb-tv-token'
/** Holds the key of a private board too: so does, for who has the token, the server. */
const stateName = 'mb-tv-state'

/** What a storage that is full, closed or missing forgets, is remembered until the page is loaded again. */
let remembered: string | undefined

function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, text: string | undefined) {
  try {
    if (text === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // Nothing to be done: it works until the page is loaded again.
  }
}

function recall(): TvState | undefined {
  try {
    return parsed(TvState, JSON.parse(read(stateName) ?? 'null'))
  } catch {
    return undefined
  }
}

const memory: TvEnvironment['memory'] = {
  read: () => remembered ?? read(tokenName) ?? undefined,
  write: (token) => write(tokenName, (remembered = token)),
  clear: () => {
    remembered = undefined
    write(tokenName, undefined)
    write(stateName, undefined)
  },
  recall,
  keep: (state) => write(stateName, JSON.stringify(state)),
}

/** Whether a page that is loaded again is still the same TV. */
export const isRemembered = (): boolean => read(tokenName) !== null

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
  reportSound: (token, is_forbidden) => reportTvSound(token, { is_forbidden }),
  memory,
}
