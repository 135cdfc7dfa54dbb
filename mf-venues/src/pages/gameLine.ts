import { formatScore } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { Game } from '@multiball/shared/schema'

/** A game in one line: 'Ball 2 · 77,000 · 1,200', 'Game over · 77,000', 'No game yet'. */
export function gameLine(game: Game | undefined): string {
  if (!game) return 'No game yet'
  const scores = game.scores.map(({ score }) => formatScore(scoreFromWire(score)))
  const ball = game.current_ball !== null && game.current_ball > 0 ? `Ball ${game.current_ball}` : 'Playing'
  return [game.settled_on === null ? ball : 'Game over', ...scores].join(' · ')
}
