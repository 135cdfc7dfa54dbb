import { pageConfig } from '@multiball/shared/client'
import { Foot, Stage } from '@multiball/shared/display'
import { browserEnvironment, partsEnvironment, useBoard, type BoardAddress } from '@multiball/shared/live'
import { isLiveBoardType } from '@multiball/shared/schema'
import { useAtomValue } from 'jotai'
import { BoardCell, type BoardCellProps } from './BoardCell'
import { BoardMoments } from './BoardMoments'
import css from './BoardScreen.module.css'
import { CellNote } from './CellNote'
import { backgroundOf } from './displayOptions'
import type { DisplayLayout } from './types'
import { displayAtom } from './useDisplay'

interface BoardTileProps {
  address: BoardAddress
  /** 'cell' (default) is one of a grid; 'screen' has the whole screen and a stage of its own */
  layout?: DisplayLayout
  /** draws the last line of a board on a screen: how fresh it is, and who powers it */
  hasFoot?: boolean
  /** shows the moments of a board that is on a screen: false while it waits, unseen, for its turn */
  hasMoments?: boolean
  /** true where another board shows this one beside its own: all such boards of a page share a socket */
  isPart?: boolean
  /** see DisplayProps */
  isHighDensity?: boolean
}

/** One live board, alone in its trouble. Fills its parent, which must have a size. */
export function BoardTile({
  address,
  layout = 'cell',
  hasFoot = false,
  hasMoments = false,
  isPart = false,
  isHighDensity,
}: BoardTileProps) {
  const { type } = address
  const { phase, bootstrap, scores, error, connection, asOf } = useBoard(
    address,
    isPart ? partsEnvironment : browserEnvironment,
  )
  const display = useAtomValue(displayAtom(type))
  const sentence = phase === 'failed' || !bootstrap ? error?.message : undefined
  // What is live of a board is of the board's type.
  const cell = isLiveBoardType(type) ? (
    <BoardCell
      {...({
        type,
        bootstrap,
        scores,
        error: sentence,
        layout,
        isHighDensity,
        viewerKey: address.key,
      } as BoardCellProps)}
    />
  ) : (
    <CellNote text="Item not found." layout={layout} />
  )
  if (layout === 'cell') return cell
  const foot = <Foot connection={connection} asOf={asOf} branding={pageConfig().branding} />
  return (
    <Stage background={bootstrap ? backgroundOf(bootstrap) : '#000'} layout="screen">
      <div className={css.board}>{cell}</div>
      {hasFoot && bootstrap && foot}
      {hasMoments && bootstrap && display.type === 'ready' && (
        <BoardMoments {...{ bootstrap, scores, connection, foot }} how={display.display.moments} />
      )}
    </Stage>
  )
}

/** A live board by its address: what slideshows put onto their screens. */
export const renderBoard = (address: BoardAddress, layout?: DisplayLayout) => (
  <BoardTile key={`${address.type} ${address.id}`} address={address} layout={layout} />
)
