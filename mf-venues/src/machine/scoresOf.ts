import type { Game, ScoreboardScores } from '@multiball/shared/schema'

/** A game as a scoreboard of its machine would be sent it. */
export const scoresOf = (game: Game): ScoreboardScores => ({ data: [game], epoch: '', seq: 0 })
