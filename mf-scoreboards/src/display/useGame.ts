import {
  longestScore,
  useGameBanner,
  useMachineLook,
  useShown,
  type LongestScore,
  type Scene,
} from '@multiball/shared/display'
import type { Chase, Game } from '@multiball/shared/schema'
import { useState } from 'react'
import type { LayoutProps } from './boardView'
import { passedOf } from './chase/race'
import { playerLines, standingOf } from './playerLines'

export interface GameProps extends Omit<LayoutProps, 'view'> {
  game: Game
  machine: string
  chase: Chase | undefined
}

/**
 * What every layout draws of a game: its banner, a line for each player, and the digits that all scores have room for. Places
 * turn when the numbers on show cross.
 */
export function useGame({ game, machine, chase, enablePlayerRank, winnerMachineTitle }: GameProps) {
  const standing = useShown((shown) => standingOf(game, shown))
  const passed = useShown((shown) => (chase ? passedOf(chase, game, shown).join() : ''))
  const lines = playerLines(game, enablePlayerRank, standing).map((line) => ({
    ...line,
    hasPassed: passed.includes(String(line.position)),
  }))
  const scores = lines.map((line) => line.score)
  return {
    banner: useGameBanner(game, scores, machine, winnerMachineTitle),
    lines,
    digits: useLongest(game.id, scores),
    isOver: game.settled_on !== null,
  }
}

/** The light behind a game, and when it ended. */
export function gameScene(game: Game | undefined): Scene {
  const settledOn = game?.settled_on
  return settledOn ? { variant: 'game-over', finishedAt: Date.parse(settledOn) } : { variant: 'play' }
}

/** Digits that all scores of a game are given room for: the machine's own display had no fewer. */
function useLongest(game: number, scores: readonly bigint[]): number {
  const { fewestDigits = 9 } = useMachineLook()
  const [memory, setMemory] = useState<LongestScore>()
  const longest = longestScore(memory, game, scores)
  if (longest !== memory) setMemory(longest)
  return Math.max(fewestDigits, longest.digits)
}
