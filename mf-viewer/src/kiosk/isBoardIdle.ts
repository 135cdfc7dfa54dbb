import type { ScoresOf } from '@multiball/shared/schema'

/**
 * True while no game is played on any machine of a board: nothing is missed when its screen goes away for a second. A game
 * in play is one that is not settled, wherever it stands in the state of a board of whatever type.
 */
export function isBoardIdle(scores: ScoresOf): boolean {
  const values: unknown[] = [scores]
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    if ('settled_on' in value && value.settled_on === null) return false
    values.push(...Object.values(value))
  }
  return true
}
