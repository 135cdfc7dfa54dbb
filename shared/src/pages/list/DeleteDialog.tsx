import { boards } from '@multiball/shared/api'
import { boardTypeOf } from '@multiball/shared/client'
import { useRead } from '@multiball/shared/queries'
import type { BoardUse } from '@multiball/shared/schema'
import { ConfirmDialog } from '@multiball/shared/ui'
import { useKind } from '../kind'
import type { AnyBoard } from '../kind'

interface DeleteDialogProps<Board> {
  /** the board to ask about; none while nothing is asked */
  board: Board | undefined
  onConfirm(board: Board): void
  onCancel(): void
}

/** Asks before a board is deleted, and says what shows it. */
export function DeleteDialog<Board extends AnyBoard>({ board, onConfirm, onCancel }: DeleteDialogProps<Board>) {
  const { type } = useKind()
  const { loaded } = useRead(board && ['uses', type, board.id], (signal) => boards(type).usedBy(board!.id, signal))
  // What cannot be read is no reason not to delete.
  const uses = loaded.type === 'ready' ? loaded.value : []
  return (
    <ConfirmDialog
      title="Are you sure?!"
      confirmLabel="Delete"
      isOpen={board !== undefined}
      onConfirm={() => board && onConfirm(board)}
      onCancel={onCancel}
      closesOnBack
    >
      <p>
        <strong>{board?.title}</strong> will be deleted. Screens showing it will go dark. This cannot be undone.
      </p>
      {uses.length > 0 && <p>It will be removed from {sentenceOf(uses)}.</p>}
    </ConfirmDialog>
  )
}

const named = 3

/** Such as: the comboboard “Wall”, the slideshow “Lobby” and 2 others */
function sentenceOf(uses: BoardUse[]): string {
  const names = uses.slice(0, named).map(({ type, title }) => `the ${boardTypeOf(type).singular} “${title}”`)
  const rest = uses.length - names.length
  if (rest > 0) names.push(rest === 1 ? '1 other' : `${rest} others`)
  return new Intl.ListFormat('en').format(names)
}
