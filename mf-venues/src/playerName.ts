import type { PlayerScore } from '@multiball/shared/schema'

/** Who plays a slot: the name of who claimed it, else 'Player 2'. */
export const playerName = ({ player, position }: Pick<PlayerScore, 'player' | 'position'>): string =>
  player?.cached_display_name || `Player ${position}`
