import { createContext, useContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { pageCountUps, type Counter, type CountUps } from './countUp'

/** What is on show of one number, whichever element draws it. */
interface ShownNumber {
  /** undefined before it was shown */
  read(): bigint | undefined
  keep(shown: bigint): void
}

function createShownNumber(): ShownNumber {
  let shown: bigint | undefined
  return { read: () => shown, keep: (value) => void (shown = value) }
}

function createShownNumbers(): (name: number) => ShownNumber {
  const numbers = new Map<number, ShownNumber>()
  return (name) => {
    const number = numbers.get(name) ?? createShownNumber()
    numbers.set(name, number)
    return number
  }
}

const ShownNumbersContext = createContext<((name: number) => ShownNumber) | undefined>(undefined)

/** The numbers inside keep what they show by their names: one that moves to another element goes on counting there. */
export function ShownNumbers({ children }: { children: ReactNode }) {
  const [shown] = useState(createShownNumbers)
  return <ShownNumbersContext value={shown}>{children}</ShownNumbersContext>
}

/** What is on show of a named number; undefined for one without a name. */
function useShownNumber(name: number | undefined): ShownNumber | undefined {
  const numbers = useContext(ShownNumbersContext)
  return name === undefined ? undefined : numbers?.(name)
}

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
export function useCountUp(
  value: bigint,
  write: (shown: bigint) => void,
  { still = false, name }: CountUpOptions = {},
): void {
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
