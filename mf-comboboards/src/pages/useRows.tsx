import { type RowDetails, type RowState, Thumbnail, useNewestScores } from '@multiball/shared/pages'
import type { Comboboard, ComboboardScores } from '@multiball/shared/schema'

/** A comboboard's row: how many boards it shows, and how many games are played on them. */
export function useRows(boards: readonly Comboboard[]): (board: Comboboard) => RowDetails {
  const newest = useNewestScores(boards, 'comboboard')
  return ({ id, items, high_density }) => {
    const scores = newest.get(id)
    const count = `${items.length} ${items.length === 1 ? 'board' : 'boards'}`
    return {
      thumbnail: <Thumbnail type="comboboard" scores={scores} />,
      place: `${count} · ${high_density ? 'high' : 'normal'} density`,
      shortPlace: count,
      state: scores && gamesOn(gamesInProgress(scores)),
    }
  }
}

const gamesOn = (count: number): RowState => ({
  text: count === 0 ? 'No game on' : `${count} ${count === 1 ? 'game' : 'games'} on`,
  isPlaying: count > 0,
})

const gamesInProgress = ({ boards }: ComboboardScores) =>
  boards.filter((board) => 'sessions' in board && board.sessions?.[0]?.settled_on === null).length
