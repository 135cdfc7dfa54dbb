import { useEffect, useState } from 'react'
import css from './FilterCount.module.css'

export interface FilterCountProps {
  /** undefined while nothing is filtered */
  count: { shown: number; all: number } | undefined
}

/** As long as the pause after which what was typed is searched for. */
const settledMs = 500

/** '10 of 301': how many a filter lets through, said once it is no longer being changed. */
export function FilterCount({ count }: FilterCountProps) {
  const words = count ? `${count.shown} of ${count.all}` : ''
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(words), settledMs)
    return () => clearTimeout(timer)
  }, [words])
  return (
    <p className={css.count} role="status">
      {settled}
    </p>
  )
}
