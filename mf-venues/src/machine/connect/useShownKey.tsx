import { ConfirmDialog, useUnsavedChanges } from '@multiball/shared/ui'
import { useState, type ReactNode } from 'react'

/** A key while it is shown, and the question before the page with it is left. @param words whose key it is, and what to do first */
export function useShownKey(words: ReactNode) {
  // Known until it is stored.
  const [key, setKey] = useState<string>()
  const leaving = useUnsavedChanges(
    key !== undefined,
    () => {},
    () => true,
  )
  const question = (
    <ConfirmDialog
      title="Leave without the key?"
      confirmLabel="Leave"
      cancelLabel="Stay"
      isOpen={leaving.isAsking}
      onConfirm={leaving.leave}
      onCancel={leaving.stay}
    >
      {words}
    </ConfirmDialog>
  )
  return { key, setKey, question }
}
