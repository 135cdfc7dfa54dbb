import { ConfirmDialog } from '../lateParts'
import type { UnsavedChanges } from './useUnsavedChanges'

/** Asks somebody who is about to leave what is not saved. */
export const LeaveDialog = ({ leaving }: { leaving: UnsavedChanges }) => (
  <ConfirmDialog
    title="Leave without saving?"
    confirmLabel="Leave"
    cancelLabel="Stay"
    isOpen={leaving.isAsking}
    onConfirm={leaving.leave}
    onCancel={leaving.stay}
  >
    What you changed will be lost.
  </ConfirmDialog>
)
