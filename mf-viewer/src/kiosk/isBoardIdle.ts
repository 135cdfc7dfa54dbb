import type { ScoresOf, Game, BoardType } from '@multiball/shared/schema'

const isOver = (game: Game | null | undefined) => !game || game.settled_on !== null

/** True while no game is played on any machine of a board: nothing is missed when its screen goes away for a second. */
export function isBoardIdle<Type extends BoardType>(type: Type, scores: ScoresOf<Type>): boolean {
  switch (type) {
    case 'scoreboard':
      return (scores as ScoresOf<'scoreboard'>).data.every(isOver)
    case 'comboboard':
      return (scores as ScoresOf<'comboboard'>).boards.every((board) => board.item_type === 'leaderboard' || (board.sessions ?? []).every(isOver))
    case 'streamboard':
      return (scores as ScoresOf<'streamboard'>).data.every(({ session }) => isOver(session))
    default:
      return true
  }
}
