import {
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { pageCountUps, type Counter, type CountUps } from './countUp'

/** What is on show of a number by its name, whichever element draws it; undefined before it was shown. */
export type ReadShown = (name: number) => bigint | undefined

function createShownNumbers() {
  const numbers = new Map<number, bigint>()
  const listeners = new Set<() => void>()
  const read: ReadShown = (name) => numbers.get(name)
  return {
    read,
    keep(name: number, shown: bigint) {
      if (read(name) === shown) return
      numbers.set(name, shown)
      for (const tell of listeners) tell()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const ShownNumbersContext = createContext<ReturnType<typeof createShownNumbers> | undefined>(undefined)

/** The numbers inside keep what they show by their names: one that moves to another element goes on counting there. */
export function ShownNumbers({ children }: { children: ReactNode }) {
  const [shown] = useState(createShownNumbers)
  return <ShownNumbersContext value={shown}>{children}</ShownNumbersContext>
}

const noNews = () => () => {}
const neverShown: ReadShown = () => undefined

/** What follows from the {@link ShownNumbers} around, while they count: drawn again only when it is another answer. */
export function useShown<Answer extends string | number | boolean | undefined>(
  answer: (shown: ReadShown) => Answer,
): Answer {
  const numbers = useContext(ShownNumbersContext)
  return useSyncExternalStore(numbers?.subscribe ?? noNews, () => answer(numbers?.read ?? neverShown))
}

/** The loop that counts; undefined is the page's own. */
export const CountUpContext = createContext<CountUps | undefined>(undefined)

interface FollowShownProps {
  /** of one of the {@link ShownNumbers} around */
  name: number
  /** stays the same; what it is of is part of the key */
  of(shown: bigint): bigint
  children: ReactNode
}

/** Numbers inside do not count by themselves: they show what follows from another one, at each of its steps. */
export function FollowShown({ name, of, children }: FollowShownProps) {
  const numbers = useContext(ShownNumbersContext)
  const [followers] = useState<CountUps>(() => ({
    finish: () => {},
    counter(start, write) {
      let target = start
      const show = () => {
        const shown = numbers?.read(name)
        const next = shown === undefined ? target : of(shown)
        if (next === counter.shown) return
        counter.shown = next
        write(next)
      }
      const counter: Counter = {
        shown: start,
        count(to) {
          target = to
          show()
        },
        stop: numbers?.subscribe(show) ?? (() => {}),
      }
      return counter
    },
  }))
  return <CountUpContext value={followers}>{children}</CountUpContext>
}

interface CountUpOptions {
  /** never counts */
  still?: boolean
  /** which of the {@link ShownNumbers} around it this is */
  name?: number
}

/**
 * Counts from the number on show to `value` and hands each step to `write`, outside of React's render.
 * The first number is written at once, and again whenever `write` is another function.
 */
export function useCountUp(
  value: bigint,
  write: (shown: bigint) => void,
  { still = false, name }: CountUpOptions = {},
): void {
  const given = useContext(CountUpContext)
  const numbers = useContext(ShownNumbersContext)
  const counter = useRef<Counter>(undefined)
  const [first] = useState(() => (name === undefined ? undefined : numbers?.read(name)) ?? value)
  const newest = useRef(write)

  useLayoutEffect(() => {
    newest.current = (shown) => {
      write(shown)
      if (name !== undefined) numbers?.keep(name, shown)
    }
    newest.current(counter.current?.shown ?? first)
  }, [write, numbers, name, first])

  useLayoutEffect(() => {
    counter.current ??= (given ?? pageCountUps()).counter(first, (shown) => newest.current(shown))
    counter.current.count(value, still)
  }, [given, value, still, first])

  useLayoutEffect(
    () => () => {
      counter.current?.stop()
      counter.current = undefined
    },
    [],
  )
}
