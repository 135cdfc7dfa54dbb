import { ClockContext } from '@multiball/shared/display'
import { useContext, useState } from 'react'
import type { EventMatch } from '../event/document'

interface Sighting {
  state: EventMatch['state']
  /** ms since 1970, -Infinity for those that were there at first sight */
  seenAt: number
}

/** Which matches were just called, began or ended, for `forMs` each: what was there at first sight is no news. */
export function useNews(matches: readonly EventMatch[], nowMs: number, forMs: number): ReadonlySet<string> {
  const clock = useContext(ClockContext)
  const moment = matches.map(({ id, state }) => `${id} ${state}`).join('\n')
  const [seen, setSeen] = useState<{ moment: string; sightings: Map<string, Sighting> }>()
  if (seen?.moment !== moment) {
    const at = seen ? clock.now() : -Infinity
    const known = seen?.sightings
    const isSame = ({ id, state }: EventMatch) => known?.get(id)?.state === state
    setSeen({ moment, sightings: new Map(matches.map((match) => [match.id, isSame(match) ? known!.get(match.id)! : { state: match.state, seenAt: at }])) })
  }
  return new Set([...(seen?.sightings ?? [])].filter(([, { seenAt }]) => nowMs < seenAt + forMs).map(([id]) => id))
}
