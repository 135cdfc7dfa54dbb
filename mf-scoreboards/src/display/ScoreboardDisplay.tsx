import type { DisplayProps } from '@multiball/shared/boards'
import { boardView } from './boardView'
import { Cell } from './Cell'
import { IdleBoard } from './idle/IdleBoard'
import type { LayoutProps } from './layoutProps'
import { Screen } from './Screen'

/** A scoreboard's newest game, and what the owner wants to see while nothing is played; alone on a screen or in the cell of a grid. */
export function ScoreboardDisplay({ bootstrap, scores, layout, options, viewerKey, isHighDensity }: DisplayProps<'scoreboard'>) {
  const board: LayoutProps = {
    view: boardView(bootstrap, scores),
    enablePlayerRank: bootstrap.enablePlayerRank,
    winnerMachineTitle: options?.winnerMachineTitle ?? null,
    ...(options?.hasClaimCodes && { claims: { viewerKey } }),
  }
  return (
    <IdleBoard
      Layout={layout === 'cell' ? Cell : Screen}
      board={board}
      settings={bootstrap}
      viewerKey={viewerKey}
      isHighDensity={isHighDensity}
    />
  )
}
