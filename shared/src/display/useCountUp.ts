import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { pageCountUps } from './countUp'
import type { Counter, CountUps } from './countUp'

/** The loop that counts; undefined is the page's own. */
export const CountUpContext = createContext<CountUps | undefined>(undefined)

/**
 * Counts from the number on show to `value` and hands each step to `write`, outside of React's render.
 * The first number is written at once, and again whenever `write` is another function; `still` never counts.
 */
export function useCountUp(value: bigint, write: (shown: bigint) => void, still = false): void {
  const given = useContext(CountUpContext)
  const counter = useRef<Counter>(undefined)
  const newest = useRef(write)
  const first = useRef(value)

  useLayoutEffect(() => {
    newest.current = write
    write(counter.current?.shown ?? first.current)
  }, [write])

  useLayoutEffect(() => {
    counter.current ??= (given ?? pageCountUps()).counter(value, (shown) => newest.current(shown))
    counter.current.count(value, still)
  }, [given, value, still])

  useLayoutEffect(
    () => () => {
      counter.current?.stop()
      counter.current = undefined
    },
    [],
  )
}
