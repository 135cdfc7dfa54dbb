import type { Game } from '@multiball/shared/schema'

/** Names the time without a game in progress: that after this game, or before the first one. Undefined while one is played. */
export function idlingAfter(game: Game | undefined): string | undefined {
  if (!game) return 'nothing played'
  return game.settled_on ? `after ${game.id}` : undefined
}
