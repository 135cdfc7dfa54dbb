import type { Game } from '@multiball/shared/schema'
import type { LayoutProps } from './layoutProps'
import { playerLines } from './playerLines'
import { useGameBanner } from './useGameBanner'
import { useLongest } from './useLongest'

export interface GameProps extends Omit<LayoutProps, 'view'> {
  game: Game
  machine: string
}

/** What every layout draws of a game: its banner, a line for each player, and the digits that all scores have room for. */
export function useGame({ game, machine, enablePlayerRank, winnerMachineTitle }: GameProps) {
  const banner = useGameBanner(game, machine, winnerMachineTitle)
  const lines = playerLines(game, enablePlayerRank)
  const scores = lines.map((line) => line.score)
  return { banner, lines, digits: useLongest(game.id, scores), isOver: game.settled_on !== null }
}
