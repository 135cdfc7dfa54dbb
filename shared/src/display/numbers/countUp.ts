/** What the count-ups need of a page. */
export interface Frames {
  /** ms, monotonic */
  now(): number
  request(run: () => void): void
  /** true when numbers should jump: the page is hidden or the viewer wants no motion */
  isStill(): boolean
  /** calls back when the page is hidden or shown */
  onVisibility(run: () => void): void
}

/** One number on its way. */
export interface Counter {
  /** what is on show */
  shown: bigint
  /** where it goes; at once when `still`, and when smaller, since scores only fall when a game starts over */
  count(target: bigint, still?: boolean): void
  stop(): void
}

/** All the numbers of a page that count, in one animation frame loop. */
export interface CountUps {
  /** `write` is called only with a value that is not on show yet, and never after stop() */
  counter(start: bigint, write: (shown: bigint) => void): Counter
  /** ends every count with its final number */
  finish(): void
}

const durationMs = 1000
/** Steps of the eased path: fine enough for every pixel, coarse enough for exact integers. */
const steps = 1_000_000

const eased = (elapsedMs: number) => 1 - (1 - Math.min(1, Math.max(0, elapsedMs / durationMs))) ** 3

/** The number on show `elapsedMs` after leaving `from`; exactly `to` once the second is over. */
export const countedAt = (from: bigint, to: bigint, elapsedMs: number): bigint =>
  elapsedMs >= durationMs ? to : from + ((to - from) * BigInt(Math.round(eased(elapsedMs) * steps))) / BigInt(steps)

/** One number's next step. */
interface Step {
  /** ms, when it is the last one */
  untilMs: number
  run(nowMs: number): void
}

/** Makes the loop; it asks for frames only while something counts. */
export function createCountUps(frames: Frames): CountUps {
  const moving = new Map<Counter, Step>()
  const stagger = createStagger()
  let isAsked = false

  const ask = () => {
    if (isAsked || moving.size === 0) return
    isAsked = true
    frames.request(() => {
      isAsked = false
      const nowMs = frames.now()
      const steps = [...moving.values()]
      const isWritten = stagger.next(steps.length, nowMs)
      // The last step is never late.
      for (const [at, { run, untilMs }] of steps.entries()) if (isWritten(at) || nowMs >= untilMs) run(nowMs)
      ask()
    })
  }
  const finish = () => {
    for (const { run } of [...moving.values()]) run(Infinity)
  }
  frames.onVisibility(finish)

  return {
    finish,
    counter(start, write) {
      const show = (value: bigint) => {
        if (value === counter.shown) return
        counter.shown = value
        write(value)
      }
      const counter: Counter = {
        shown: start,
        count(target, still = false) {
          const from = counter.shown
          if (still || target <= from || frames.isStill()) {
            moving.delete(counter)
            show(target)
            return
          }
          const startMs = frames.now()
          moving.set(counter, {
            untilMs: startMs + durationMs,
            run: (nowMs) => {
              if (nowMs - startMs >= durationMs) moving.delete(counter)
              show(countedAt(from, target, nowMs - startMs))
            },
          })
          ask()
        },
        stop: () => void moving.delete(counter),
      }
      return counter
    },
  }
}

const pageFrames: Frames = {
  now: () => performance.now(),
  request: (run) => void requestAnimationFrame(run),
  isStill: () => document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches,
  onVisibility: (run) => document.addEventListener('visibilitychange', run),
}

let pageLoop: CountUps | undefined

/** The one loop of this page. */
export const pageCountUps = (): CountUps => (pageLoop ??= createCountUps(pageFrames))

/** Longer than this between two frames, and the page does not keep up with what is written. */
const slowMs = 24
/** Shorter than this, and it could do more. */
const quickMs = 18
/** Whatever the page can do, each number moves at least every so many frames. */
const mostFrames = 8

/** Which numbers are written in a frame. */
interface Stagger {
  /** @param nowMs when this frame begins; answers for the number at a place whether it is written */
  next(count: number, nowMs: number): (at: number) => boolean
}

/**
 * Spreads the numbers of a full wall over frames: where all of them at once make frames late, fewer are written in
 * each, so that the page stays smooth and each number takes larger steps.
 */
export function createStagger(): Stagger {
  /** a number is written once in so many frames */
  let every = 1
  let frame = 0
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    next(count, nowMs) {
      const passedMs = nowMs - lastMs
      lastMs = nowMs
      frame += 1
      // After a rest the first frame says nothing of the page.
      if (passedMs > slowMs && passedMs < 1000) every = Math.min(every + 1, mostFrames, Math.max(1, count))
      else if (passedMs < quickMs && frame % mostFrames === 0) every = Math.max(1, every - 1)
      const current = every
      const offset = frame
      return (at) => (at + offset) % current === 0
    },
  }
}
