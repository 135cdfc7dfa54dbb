import { useBoard, type BoardAddress } from '@multiball/shared/live'
import { isLiveBoardType } from '@multiball/shared/schema'
import { BoardCell, type BoardCellProps } from './BoardCell'
import { CellNote } from './CellNote'

/** One board in a cell: live, and alone in its trouble. Fills its parent, which must have a size. */
export function BoardTile({ address }: { address: BoardAddress }) {
  const { type } = address
  const { phase, bootstrap, scores, error } = useBoard(address)
  if (!isLiveBoardType(type)) return <CellNote text="Item not found." />
  const sentence = phase === 'failed' || !bootstrap ? error?.message : undefined
  // What is live of a board is of the board's type.
  return <BoardCell {...({ type, bootstrap, scores, error: sentence } as BoardCellProps)} />
}

/** A live tile of any board: what slideshows put onto their screens. */
export const renderBoard = (address: BoardAddress) => <BoardTile key={`${address.type} ${address.id}`} address={address} />
