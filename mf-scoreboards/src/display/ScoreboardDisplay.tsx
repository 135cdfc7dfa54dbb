import type { DisplayProps } from '@multiball/shared/boards'
import { hasToken } from '@multiball/shared/client'
import { Spoken, useLettersOf } from '@multiball/shared/display'
import { boardView, type LayoutProps } from './boardView'
import { Cell } from './cell/Cell'
import { IdleBoard } from './idle/IdleBoard'
import { spokenEnd } from './playerLines'
import { Screen } from './screen/Screen'
import { useTestsEnd } from './useTestsEnd'

/** A scoreboard's newest game, and what the owner wants to see while nothing is played; alone on a screen or in the cell of a grid. */
export function ScoreboardDisplay({
  bootstrap,
  scores,
  layout,
  options,
  viewerKey,
  isHighDensity,
}: DisplayProps<'scoreboard'>) {
  // Nobody vouches for a screen whose address is everybody's: it is told no codes, and leaves no room for them.
  const hasClaims = options?.hasClaimCodes && (viewerKey !== undefined || hasToken())
  const board: LayoutProps = {
    view: useTestsEnd(boardView(bootstrap, scores)),
    enablePlayerRank: bootstrap.enablePlayerRank,
    winnerMachineTitle: options?.winnerMachineTitle ?? null,
    ...(hasClaims && { claims: { viewerKey } }),
  }
  useLettersOf(`${board.view.machine} ${board.view.title} ${board.view.venue}`)
  return (
    <>
      <IdleBoard
        Layout={layout === 'cell' ? Cell : Screen}
        board={board}
        settings={bootstrap}
        viewerKey={viewerKey}
        hasAttract={layout === 'screen' && options?.hasAttract === true}
        isHighDensity={isHighDensity}
      />
      {/* Outlives the game: only what appears in a region that is there already is read out. */}
      <div aria-live="polite">
        <Spoken>{spokenEnd(board.view.game)}</Spoken>
      </div>
    </>
  )
}
