import { gameOverBanner, useModeBanner } from '@multiball/shared/display'
import type { Banner } from '@multiball/shared/display'
import { scoreFromWire } from '@multiball/shared/schema'
import type { Game } from '@multiball/shared/schema'

/** What the status area says of a game: its modes in turn, or how it ended. */
export function useGameBanner(game: Game, machine: string, winnerMachineTitle: string | null): Banner & { isNew: boolean } {
  const modeBanner = useModeBanner(game.game_modes)
  if (!game.settled_on) return modeBanner
  const scores = game.scores.map(({ score }) => scoreFromWire(score))
  return { ...gameOverBanner(machine, winnerMachineTitle, scores), isNew: false }
}
