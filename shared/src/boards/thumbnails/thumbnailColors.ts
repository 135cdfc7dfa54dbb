import { modeColors, visibleModes } from '@multiball/shared/display'
import type { Game } from '@multiball/shared/schema'

const accents = ['#3fe0ff', '#ff8ad0', '#ffc629', '#63f291', '#bda6ff', '#ff9d66']

export const ink = '#fff4e0'
export const amber = '#ff8a1f'
export const gold = '#ffc629'

/** The colour of a game's mode strip. */
export function stripColor(game: Game): string {
  if (game.settled_on !== null) return amber
  const [mode] = visibleModes(game.game_modes)
  return mode ? modeColors[mode.color] : modeColors.green
}

/** The colour of a player's score: an accent for the one who is up. */
export const playerColor = (game: Game, position: number): string =>
  game.settled_on === null && position === game.current_player ? (accents[position - 1] ?? ink) : ink
