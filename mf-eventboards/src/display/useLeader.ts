import { useShown } from '@multiball/shared/display'
import type { MatchCard } from '../event/eventView'
import { leaderOf } from '../event/project'

/** Place in the list of who leads a match, or has won it: while it is played by the numbers on show, so that the mark goes over when they cross. */
export function useLeader({ state, lines }: MatchCard): number | undefined {
  const leader = useShown((shown) => leaderOf(lines.map(({ position, score = 0n }) => shown(position) ?? score)))
  return state === 'playing' ? leader : lines.findIndex(({ isFirst }) => isFirst)
}
