import type { DisplayProps } from '@multiball/shared/boards'
import { useScene } from '@multiball/shared/display'
import { boardView } from './boardView'
import { Cell } from './Cell'
import { gameScene } from './gameScene'
import { IdleScreen } from './idle/IdleScreen'
import type { LayoutProps } from './layoutProps'

/** A scoreboard's newest game. On a screen of its own it does something when idle; in a grid's cell it stays what it is. */
export function ScoreboardDisplay({ bootstrap, scores, layout, options, viewerKey }: DisplayProps<'scoreboard'>) {
  const board: LayoutProps = {
    view: boardView(bootstrap, scores),
    enablePlayerRank: bootstrap.enablePlayerRank,
    winnerMachineTitle: options?.winnerMachineTitle ?? null,
    ...(options?.hasClaimCodes && { claims: { viewerKey } }),
  }
  return layout === 'cell' ? <CellBoard {...board} /> : <IdleScreen board={board} settings={bootstrap} viewerKey={viewerKey} />
}

function CellBoard(board: LayoutProps) {
  useScene(gameScene(board.view.game))
  return <Cell {...board} />
}
