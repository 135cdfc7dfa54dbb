import type { Scene } from '@multiball/shared/display'
import type { Game } from '@multiball/shared/schema'

/** The light behind a game, and when it ended. */
export function gameScene(game: Game | undefined): Scene {
  const settledOn = game?.settled_on
  return settledOn ? { variant: 'game-over', finishedAt: Date.parse(settledOn) } : { variant: 'play' }
}
