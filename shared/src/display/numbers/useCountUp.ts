import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react'
import { pageCountUps } from './countUp'
import type { Counter, CountUps } from './countUp'
import { useShownNumber } from './ShownNumbers'

/** The loop that counts; undefined is the page's own. */
export const CountUpContext = createContext<CountUps | undefined>(undefined)

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
export function useCountUp(value: bigint, write: (shown: bigint) => void, { still = false, name }: CountUpOptions = {}): void {
  const given = useContext(CountUpContext)
  const kept = useShownNumber(name)
  const counter = useRef<Counter>(undefined)
  const [first] = useState(() => kept?.read() ?? value)
  const newest = useRef(write)

  useLayoutEffect(() => {
    newest.current = (shown) => {
      kept?.keep(shown)
      write(shown)
    }
    newest.current(counter.current?.shown ?? first)
  }, [write, kept, first])

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
