import { boards } from '@multiball/shared/api'
import type { BoardType } from '@multiball/shared/schema'
import { useEffect, useState } from 'react'

const none: ReadonlySet<string> = new Set()

/** Titles of the owner's other boards of this type; empty until known, since the server checks again. */
export function useOtherTitles(type: BoardType, owner: number, ownId: number | undefined): ReadonlySet<string> {
  const [titles, setTitles] = useState(none)
  useEffect(() => {
    const controller = new AbortController()
    boards(type)
      .list({ owner, limit: 100, ordering: '-id' }, controller.signal)
      .then(
        ({ results }) => setTitles(new Set(results.filter(({ id }) => id !== ownId).map(({ title }) => title))),
        () => {},
      )
    return () => controller.abort()
  }, [type, owner, ownId])
  return titles
}
