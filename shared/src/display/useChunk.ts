import { useContext, useEffect, useState } from 'react'
import { ClockContext } from './clock'

const loaded = new Map<() => Promise<unknown>, unknown>()
const againMs = 30_000

/**
 * Code that is no part of a board's first bytes: undefined until it is there. What did not load is asked for again, as
 * nobody reloads a wall.
 * @param load imports it, the same function each time; undefined while nothing is needed
 */
export function useChunk<Chunk>(load: (() => Promise<Chunk>) | undefined): Chunk | undefined {
  const clock = useContext(ClockContext)
  const [, setSeen] = useState<unknown>()
  useEffect(() => {
    if (!load) return
    let isOver = false
    let cancel = () => {}
    const ask = () =>
      void load().then(
        (chunk) => {
          loaded.set(load, chunk)
          if (!isOver) setSeen(chunk)
        },
        () => {
          if (!isOver) cancel = clock.after(againMs, ask)
        },
      )
    ask()
    return () => {
      isOver = true
      cancel()
    }
  }, [load, clock])
  return load && (loaded.get(load) as Chunk | undefined)
}
