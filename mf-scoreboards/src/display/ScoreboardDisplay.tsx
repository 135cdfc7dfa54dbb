import type { DisplayProps } from '@multiball/shared/boards'
import { useScene } from '@multiball/shared/display'
import { boardView } from './boardView'
import { Cell } from './Cell'
import { Screen } from './Screen'

/** A scoreboard's newest game, alone on a screen or in the cell of a grid. */
export function ScoreboardDisplay({ bootstrap, scores, layout, options }: DisplayProps<'scoreboard'>) {
  const view = boardView(bootstrap, scores)
  const settledOn = view.game?.settled_on
  useScene({ variant: settledOn ? 'game-over' : 'play', finishedAt: settledOn ? Date.parse(settledOn) : undefined })
  const Layout = layout === 'cell' ? Cell : Screen
  return <Layout view={view} enablePlayerRank={bootstrap.enablePlayerRank} winnerMachineTitle={options?.winnerMachineTitle ?? null} />
}
