import { matchPlay } from '@multiball/shared/api'
import { useRead } from '@multiball/shared/queries'
import type { Follow, Follows } from '@multiball/shared/schema'

/** What is heard changes while its owner looks. */
const everyMs = 5_000

/** What the owner's boards hear of tournaments of Match Play, as it is now; undefined while it is not known. */
export function useFollows(): { follows: Follows | undefined; refresh(): Promise<void> } {
  const { loaded, refresh } = useRead(['match play'], (signal) => matchPlay.follows(signal), {
    everyMs: ({ boards }) => (boards.length > 0 ? everyMs : undefined),
  })
  return { follows: loaded.type === 'ready' ? loaded.value : undefined, refresh }
}

/** Of one eventboard. */
export const followOf = (follows: Follows | undefined, id: number): Follow | undefined =>
  follows?.boards.find((board) => board.type === 'eventboard' && board.id === id)
