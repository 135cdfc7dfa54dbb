import type { Game, PlayerScore } from '@multiball/shared/schema'

/** What a slot of a machine's newest game is to somebody. */
export type Slot =
  /** nobody plays in this slot */
  | { type: 'unplayed'; free: PlayerScore[] }
  | { type: 'free'; score: PlayerScore }
  | { type: 'mine'; score: PlayerScore }
  /** somebody else has it */
  | { type: 'taken'; score: PlayerScore; free: PlayerScore[] }
  /** one has another slot of this game */
  | { type: 'elsewhere'; mine: PlayerScore }

/** A player who is known by nothing but a name that the machine gave. */
const machineNamed = 1_000_000_000

const isFree = ({ player }: PlayerScore) => player === null || player.id === machineNamed

/**
 * What the slot `position` is to somebody.
 * @param game the machine's newest one
 * @param own the slot that they have; null is none
 */
export function slotOf(game: Game, position: number, own: number | null): Slot {
  const score = game.scores.find((one) => one.position === position)
  const mine = game.scores.find((one) => one.position === own)
  if (mine) return mine === score ? { type: 'mine', score: mine } : { type: 'elsewhere', mine }
  const free = game.scores.filter(isFree)
  if (!score) return { type: 'unplayed', free }
  return isFree(score) ? { type: 'free', score } : { type: 'taken', score, free }
}
