import { Stage } from '@multiball/shared/display'
import type { BootstrapOf, ScoresOf, BoardType } from '@multiball/shared/schema'
import { createContext, Fragment, memo, useContext, type ComponentType, type ReactNode } from 'react'
import { useBringBack } from './bringBack'
import { CellNote } from './CellNote'
import { DisplayBoundary } from './DisplayBoundary'
import { backgroundOf, displayOptions } from './displayOptions'
import { FailureCard } from './FailureCard'
import type { DisplayLayout } from './types'
import { throwFailure, useDisplay } from './useDisplay'

interface CellProps<Type extends BoardType> {
  type: Type
  /** undefined while nothing is known of the board, and where it may not be seen */
  bootstrap: BootstrapOf<Type> | undefined
  scores: ScoresOf<Type> | undefined
  /** sentence that stands in the place of the board */
  error?: string
  /** 'cell' (default) has a stage of its own; 'screen' fills the stage around it */
  layout?: DisplayLayout
  /** see DisplayProps */
  isHighDensity?: boolean
  /** see DisplayProps */
  viewerKey?: string
}

export type BoardCellProps = { [Type in BoardType]: CellProps<Type> }[BoardType]

/** Stands around what a cell's display draws, for a page that decides when that is. Its child fills it. */
export const CellFrameContext = createContext<ComponentType<{ children: ReactNode }>>(Fragment)

/**
 * One board of a grid, drawn by the display of its type and alone in its trouble. Fills its parent, which must have a
 * size. Drawn again only when one of its props is another object.
 */
export const BoardCell = memo(function BoardCell({
  type,
  bootstrap,
  scores,
  error,
  layout = 'cell',
  isHighDensity,
  viewerKey,
}: BoardCellProps) {
  const display = useDisplay(type)
  const bringBack = useBringBack(type)
  const Frame = useContext(CellFrameContext)

  if (display.type === 'failed') return <FailureCard failure={display.failure} onRetry={bringBack} />
  if (error !== undefined) return <CellNote text={error} layout={layout} />
  if (!bootstrap) return <CellNote text="Waiting for data..." layout={layout} />
  const background = backgroundOf(bootstrap)
  if (display.type === 'loading') return <CellNote text="Waiting for data..." background={background} layout={layout} />

  const { Display } = display.display
  const board = (
    <Frame>
      <Display
        bootstrap={bootstrap}
        scores={scores}
        layout={layout}
        options={displayOptions()}
        isHighDensity={isHighDensity}
        viewerKey={viewerKey}
      />
    </Frame>
  )
  return (
    <DisplayBoundary
      type={type}
      state={scores}
      fallback={(retry) => (
        <FailureCard failure={throwFailure(type)} onRetry={(byHand) => bringBack(byHand).then(retry)} />
      )}
    >
      {layout === 'screen' ? (
        board
      ) : (
        <Stage background={background} layout="cell">
          {board}
        </Stage>
      )}
    </DisplayBoundary>
  )
})
