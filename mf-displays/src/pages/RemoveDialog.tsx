import type { Tv } from '@multiball/shared/schema'
import { ConfirmDialog } from '@multiball/shared/ui'

interface RemoveDialogProps {
  /** none while nothing is asked */
  tv: Tv | undefined
  onConfirm(tv: Tv): void
  onCancel(): void
}

/** Asks before a TV is let go. */
export const RemoveDialog = ({ tv, onConfirm, onCancel }: RemoveDialogProps) => (
  <ConfirmDialog
    title="Are you sure?!"
    confirmLabel="Remove"
    isOpen={tv !== undefined}
    onConfirm={() => tv && onConfirm(tv)}
    onCancel={onCancel}
    closesOnBack
  >
    <p>
      <strong>{tv?.name}</strong> will be removed. The TV goes back to showing a code until it is paired again.
    </p>
  </ConfirmDialog>
)
