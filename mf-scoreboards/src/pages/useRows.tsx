import { type RowDetails, shortTime, Thumbnail, useNewestScores } from '@multiball/shared/pages'
import type { Scoreboard } from '@multiball/shared/schema'
import { boardState } from './boardState'
import { useMachines } from './useMachines'

/** A scoreboard's row: its machine, and what is played on it. */
export function useRows(boards: readonly Scoreboard[], owner: number): (board: Scoreboard) => RowDetails {
  const machines = useMachines(boards, owner)
  const scores = useNewestScores(boards, 'scoreboard')
  return (board) => {
    const machine = machines?.get(board.venuemachine_items[0]?.venuemachine ?? 0)
    const state = boardState(scores.get(board.id))
    return {
      thumbnail: <Thumbnail type="scoreboard" scores={scores.get(board.id)} />,
      place: machine && `${machine.machine.name} · ${machine.venue.name}`,
      shortPlace: machine?.machine.name,
      state: state.type === 'unknown' ? undefined : { text: state.text, isPlaying: state.type === 'playing' },
      when: state.type === 'over' ? shortTime(state.settledAt, new Date()) : undefined,
    }
  }
}
