import { ClockContext } from '@multiball/shared/display'
import { useContext, useState } from 'react'
import type { EventMatch } from '@multiball/shared/schema'

interface Sighting {
  state: EventMatch['state']
  /** ms since 1970, -Infinity for those that were there at first sight */
  seenAt: number
}

/** More at once are a new round, or another tournament. */
const mostAtOnce = 6

/** Which matches were just called, began or ended, for `forMs` each: what was there at first sight is no news. @param matches the same as long as nothing was posted */
export function useNews(matches: readonly EventMatch[], nowMs: number, forMs: number): ReadonlySet<string> {
  const clock = useContext(ClockContext)
  const [seen, setSeen] = useState<{ matches: readonly EventMatch[]; sightings: Map<string, Sighting> }>()
  if (seen?.matches !== matches) {
    const known = seen?.sightings
    const isSame = ({ id, state }: EventMatch) => known?.get(id)?.state === state
    const changes = matches.filter((match) => !isSame(match)).length
    const seenAt = seen && changes <= mostAtOnce ? clock.now() : -Infinity
    setSeen({
      matches,
      sightings: new Map(
        matches.map((match) => [match.id, isSame(match) ? known!.get(match.id)! : { state: match.state, seenAt }]),
      ),
    })
  }
  // By a clock that was put back it is none either: it would be for as long.
  return new Set(
    [...(seen?.sightings ?? [])]
      .filter(([, { seenAt }]) => nowMs < seenAt + forMs && seenAt - nowMs < forMs)
      .map(([id]) => id),
  )
}
