import { gameOverBanner, longestScore, useModeBanner, type Banner, type LongestScore, type Scene } from '@multiball/shared/display'
import { scoreFromWire, type Game } from '@multiball/shared/schema'
import { useState } from 'react'
import type { LayoutProps } from './boardView'
import { playerLines } from './playerLines'

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

/** The light behind a game, and when it ended. */
export function gameScene(game: Game | undefined): Scene {
  const settledOn = game?.settled_on
  return settledOn ? { variant: 'game-over', finishedAt: Date.parse(settledOn) } : { variant: 'play' }
}

/** What the status area says of a game: its modes in turn, or how it ended. */
function useGameBanner(game: Game, machine: string, winnerMachineTitle: string | null): Banner & { isNew: boolean } {
  const modeBanner = useModeBanner(game.game_modes)
  // For as long as it is seen: nobody takes its scores for somebody's.
  if (game.is_test) return { text: game.settled_on ? 'TEST GAME OVER' : 'TEST GAME', color: 'yellow', isNew: false }
  if (!game.settled_on) return modeBanner
  const scores = game.scores.map(({ score }) => scoreFromWire(score))
  return { ...gameOverBanner(machine, winnerMachineTitle, scores), isNew: false }
}

/** Digits that all scores of a game are given room for. */
function useLongest(game: number, scores: readonly bigint[]): number {
  const [memory, setMemory] = useState<LongestScore>()
  const longest = longestScore(memory, game, scores)
  if (longest !== memory) setMemory(longest)
  return longest.digits
}
