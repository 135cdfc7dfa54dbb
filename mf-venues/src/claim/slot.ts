import type { Game, PlayerScore } from '@multiball/shared/schema'

/** How long after its end a game is still claimed, in ms. */
export const claimableForMs = 3_600_000

/** What a slot of a machine's newest game is to somebody. */
export type Slot =
  /** over for too long */
  | { type: 'too-late' }
  /** nobody plays in this slot */
  | { type: 'unplayed'; free: PlayerScore[] }
  | { type: 'free'; score: PlayerScore }
  | { type: 'mine'; score: PlayerScore }
  /** somebody else has it */
  | { type: 'taken'; score: PlayerScore; free: PlayerScore[] }
  /** one has another slot of this game */
  | { type: 'elsewhere'; mine: PlayerScore }

/**
 * What the slot `position` is to somebody.
 * @param game the machine's newest one
 * @param own the slot that they have; null is none
 * @param now ms since 1970
 */
export function slotOf(game: Game, position: number, own: number | null, now: number): Slot {
  const score = game.scores.find((one) => one.position === position)
  const mine = game.scores.find((one) => one.position === own)
  if (mine) return mine === score ? { type: 'mine', score: mine } : { type: 'elsewhere', mine }
  if (game.settled_on !== null && now - new Date(game.settled_on).getTime() > claimableForMs) return { type: 'too-late' }
  const free = game.scores.filter(({ player }) => player === null)
  if (!score) return { type: 'unplayed', free }
  return score.player ? { type: 'taken', score, free } : { type: 'free', score }
}
