import type { Scoreboard } from '@multiball/shared/schema'
import { ConfirmDialog } from '@multiball/shared/ui'

interface DeleteDialogProps {
  /** the scoreboard to ask about; none while nothing is asked */
  board: Scoreboard | undefined
  onConfirm(board: Scoreboard): void
  onCancel(): void
}

/** Asks before a scoreboard is deleted. */
export function DeleteDialog({ board, onConfirm, onCancel }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title="Are you sure?!"
      confirmLabel="Delete"
      isOpen={board !== undefined}
      onConfirm={() => board && onConfirm(board)}
      onCancel={onCancel}
      closesOnBack
    >
      <strong>{board?.title}</strong> will be deleted, and every screen that shows it goes dark. This cannot be undone.
    </ConfirmDialog>
  )
}
