import { Thumbnail, useNewestScores } from '@multiball/shared/boards'
import { useNow } from '@multiball/shared/display'
import type { CustomBoard } from '@multiball/shared/schema'
import { followWords } from './followWords'
import { followOf, useFollows } from './useFollows'

const minuteMs = 60_000

/** What the rows of the list say: of a board that names a tournament of Match Play, what is heard of it. */
export function useRows(boards: readonly CustomBoard[]) {
  const scores = useNewestScores(boards, 'eventboard')
  const { follows } = useFollows()
  const now = useNow(minuteMs)
  return (board: CustomBoard) => {
    const follow = followOf(follows, board.id)
    const words = follow && followWords(follow, follows!.has_token, now)
    return {
      thumbnail: <Thumbnail type="eventboard" board={board} scores={scores.get(board.id)} />,
      ...(board.match_play !== '' && { place: words?.text, shortPlace: words?.short }),
    }
  }
}
