import { createContext, useContext, useState } from 'react'
import type { ReactNode } from 'react'

/** What is on show of one number, whichever element draws it. */
export interface ShownNumber {
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
export function useShownNumber(name: number | undefined): ShownNumber | undefined {
  const numbers = useContext(ShownNumbersContext)
  return name === undefined ? undefined : numbers?.(name)
}
