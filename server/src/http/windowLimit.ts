import { elapsed } from '../clock'

interface Window {
  count: number
  /** by `elapsed` */
  until: number
}

/** Keys in one generation. Beyond two of them the oldest are forgotten, whose callers then have a window of their own again. */
const generationSize = 10_000

/** So many times within a window, for each key; a window begins with its first call. Without promises, for paths that are called all the time. */
export class WindowLimit {
  // Two maps that take turns: to take single keys off the front of one gets slower with every key that was there.
  private young = new Map<string, Window>()
  private old = new Map<string, Window>()

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
    this.young.delete(key)
    this.old.delete(key)
  }

  private windowOf(key: string): Window {
    const known = this.young.get(key)
    if (known) return known
    const window = this.old.get(key) ?? { count: 0, until: Number.NEGATIVE_INFINITY }
    if (this.young.size >= generationSize) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, window)
    return window
  }
}
