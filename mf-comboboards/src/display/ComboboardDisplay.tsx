import { BoardCell, gridShape, type DisplayProps } from '@multiball/shared/boards'
import { useScene, useSize, useStage } from '@multiball/shared/display'
import type { ComboboardBootstrap, ComboboardScores } from '@multiball/shared/schema'
import { useRef, useState } from 'react'
import { cellBoxes } from './cellBoxes'
import { nextCells, type Cell } from './cells'
import css from './ComboboardDisplay.module.css'

/** Several boards in a grid, each drawn by the display of its own type. */
export function ComboboardDisplay({ bootstrap, scores, options, viewerKey }: DisplayProps<'comboboard'>) {
  const cells = useCells(bootstrap, scores)
  const [only] = cells

  if (!only) return <p className={css.nothing}>All boards in this comboboard have been deleted.</p>
  // Alone it has the whole screen: it stands on the comboboard's own stage.
  if (cells.length === 1)
    return <GridCell cell={only} layout={only.bootstrap ? 'screen' : 'cell'} viewerKey={viewerKey} />
  return (
    <Grid
      cells={cells}
      isHighDensity={bootstrap.high_density}
      viewerKey={viewerKey}
      isScreen={options?.hasAttract === true}
    />
  )
}

/** What is narrower than so many px has its boards below each other, to be scrolled by hand. */
const handWidth = 600

const isTouched = () => matchMedia('(pointer: coarse)').matches

interface GridProps extends EachCell {
  cells: readonly Cell[]
  /** it fills a screen of its own: one that is not touched hangs on a wall, however narrow, and nobody scrolls it */
  isScreen: boolean
}

function Grid({ cells, isScreen, ...each }: GridProps) {
  const { shape, size } = useStage()
  useScene({ variant: 'grid' })
  const grid = useRef<HTMLDivElement>(null)
  const room = useSize(grid)
  if (shape === 'tall' && size.width < handWidth && (!isScreen || isTouched())) {
    return (
      // Reached by keys too, since it scrolls.
      <div ref={grid} className={css.column} role="group" aria-label="Boards" tabIndex={0}>
        {cells.map((cell) => (
          <div
            key={`${cell.type} ${cell.id}`}
            className={cell.type === 'leaderboard' ? `${css.cell} ${css.list}` : css.cell}
          >
            <GridCell cell={cell} {...each} />
          </div>
        ))}
      </div>
    )
  }
  const boxes = cellBoxes(room, gridShape(cells.length, shape).boards, size.height, globalThis.devicePixelRatio || 1)
  return (
    <div ref={grid} className={css.grid}>
      {cells.map((cell, at) => (
        <div key={`${cell.type} ${cell.id}`} className={css.cell} style={boxes[at]}>
          <GridCell cell={cell} {...each} />
        </div>
      ))}
    </div>
  )
}

/** What all cells of a grid are given alike. */
interface EachCell {
  isHighDensity?: boolean
  /** opens the comboboard where it is private, and with it what its boards show */
  viewerKey: string | undefined
}

interface GridCellProps extends EachCell {
  cell: Cell
  layout?: 'screen' | 'cell'
}

// One by one, so that BoardCell sees which of them is another object.
const GridCell = ({ cell: { type, bootstrap, scores, error }, ...rest }: GridCellProps) => (
  <BoardCell type={type} bootstrap={bootstrap} scores={scores} error={error} {...rest} />
)

/** The cells of a comboboard, each the same object until its own board changes. */
function useCells(bootstrap: ComboboardBootstrap, scores: ComboboardScores | undefined): readonly Cell[] {
  const newest = scores ?? bootstrap.scores
  const [memory, setMemory] = useState<readonly Cell[]>([])
  const cells = nextCells(memory, bootstrap, newest)
  if (cells !== memory) setMemory(cells)
  return cells
}
