import { createTurns } from './turns'

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
  /** where it goes; at once when `still`, and when smaller, since scores only fall when a game starts anew */
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
  const turns = createTurns()
  let isAsked = false

  const ask = () => {
    if (isAsked || moving.size === 0) return
    isAsked = true
    frames.request(() => {
      isAsked = false
      const nowMs = frames.now()
      const steps = [...moving.values()]
      const isInTurn = turns.next(steps.length, nowMs)
      // The last step is never late.
      for (const [at, { run, untilMs }] of steps.entries()) if (isInTurn(at) || nowMs >= untilMs) run(nowMs)
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
