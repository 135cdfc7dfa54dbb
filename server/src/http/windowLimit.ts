import { elapsed } from '../clock'
import { Generations } from './generations'

interface Window {
  count: number
  /** by `elapsed` */
  until: number
}

/** Keys that are remembered. The callers of those that are forgotten have a window of their own again. */
const mostKeys = 10_000

/** So many times within a window, for each key; a window begins with its first call. Without promises, for paths that are called all the time. */
export class WindowLimit {
  private readonly windows = new Generations<Window>(mostKeys)

  constructor(
    private readonly max: number,
    private readonly windowMs: number,
    private readonly now: () => number = elapsed,
  ) {}

  /** Counts a call. Answers 0 when it is let through, else the ms until the next one is; that call is not counted. */
  take(key: string): number {
    const now = this.now()
    const window = this.windowOf(key)
    if (window.until <= now) {
      window.count = 0
      window.until = now + this.windowMs
    }
    if (window.count >= this.max) return window.until - now
    window.count += 1
    return 0
  }

  /** The calls of this key do not count. */
  forget(key: string): void {
    this.windows.delete(key)
  }

  private windowOf(key: string): Window {
    const known = this.windows.get(key)
    if (known) return known
    const window = { count: 0, until: Number.NEGATIVE_INFINITY }
    this.windows.set(key, window)
    return window
  }
}
