import type { BoardScores, Game, LiveBoardType } from '@multiball/shared/schema'

const isOver = (game: Game | null | undefined) => !game || game.settled_on !== null

/** True while no game is played on any machine of a board: nothing is missed when its screen goes away for a second. */
export function isBoardIdle<Type extends LiveBoardType>(type: Type, scores: BoardScores[Type]): boolean {
  switch (type) {
    case 'scoreboard':
      return (scores as BoardScores['scoreboard']).data.every(isOver)
    case 'comboboard':
      return (scores as BoardScores['comboboard']).boards.every((board) => board.item_type === 'leaderboard' || (board.sessions ?? []).every(isOver))
    case 'streamboard':
      return (scores as BoardScores['streamboard']).data.every(({ session }) => isOver(session))
    default:
      return true
  }
}
