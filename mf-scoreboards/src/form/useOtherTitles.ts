import { scoreboards } from '@multiball/shared/api'
import type { Scoreboard } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'

const none: ReadonlySet<string> = new Set()

/** Titles of the owner's other scoreboards; empty until known, since the server checks again. */
export function useOtherTitles(owner: number, board: Scoreboard | undefined): ReadonlySet<string> {
  const [titles, setTitles] = useState(none)
  const ownId = board?.id
  useEffect(() => {
    const controller = new AbortController()
    scoreboards.list({ owner, limit: 100, ordering: '-id' }, controller.signal).then(
      ({ results }) => setTitles(new Set(results.filter(({ id }) => id !== ownId).map(({ title }) => title))),
      () => {},
    )
    return () => controller.abort()
  }, [owner, ownId])
  return titles
}
