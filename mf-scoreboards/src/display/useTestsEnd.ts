import { ClockContext } from '@multiball/shared/display'
import { useContext, useEffect, useState } from 'react'
import type { BoardView } from './boardView'

/** ms: who played it looks for it on the wall, and guests would take it for a broken one */
const staysMs = 60_000

/** The same without a test game that ended a minute ago, as far as this page knows: its machine is ready for a game. */
export function useTestsEnd(view: BoardView): BoardView {
  const { game } = view
  const clock = useContext(ClockContext)
  const [gone, setGone] = useState<number>()
  const ended = game?.is_test && game.settled_on !== null ? game.id : undefined
  useEffect(() => (ended === undefined ? undefined : clock.after(staysMs, () => setGone(ended))), [clock, ended])
  return ended !== undefined && gone === ended ? { ...view, game: undefined, hasPast: true } : view
}
