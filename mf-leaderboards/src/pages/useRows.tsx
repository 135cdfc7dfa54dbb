import { type RowDetails, shortTime, Thumbnail, useNewestScores } from '@multiball/shared/pages'
import type { Leaderboard } from '@multiball/shared/schema'
import { scopeText } from '../display/scopeText'
import { useNames } from '../names/useNames'
import { boardState } from './boardState'

/** A leaderboard's row: what it counts, and how much there is to see. */
export function useRows(boards: readonly Leaderboard[], owner: number): (board: Leaderboard) => RowDetails {
  const { nameOf } = useNames(
    owner,
    boards.flatMap(({ items }) => items),
  )
  const scores = useNewestScores(boards, 'leaderboard')
  return (board) => {
    const names = board.items.map((item) => nameOf(item)?.label)
    const isNamed = names.every((name) => name !== undefined)
    const { text, newest } = boardState(scores.get(board.id))
    return {
      thumbnail: <Thumbnail type="leaderboard" scores={scores.get(board.id)} />,
      place: isNamed ? `${names.join(', ')} · ${scopeText(board)}` : undefined,
      shortPlace: isNamed ? names.join(', ') : undefined,
      state: text === '' ? undefined : { text },
      when: newest && shortTime(newest, new Date()),
    }
  }
}
