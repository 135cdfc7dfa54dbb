import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '../actions/Button'
import css from './ConfirmDialog.module.css'
import { useBackCloses } from './useBackCloses'

export interface ConfirmDialogProps {
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isOpen: boolean
  onConfirm(): void
  onCancel(): void
  /** while the answer is being carried out: the dialog stays, the button turns */
  isBusy?: boolean
  /** the browser's Back cancels; not where leaving the page is what is asked */
  closesOnBack?: boolean
}

/** Asks before something that cannot be undone. Focus starts on Cancel; Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    isOpen,
    onConfirm,
    onCancel,
    isBusy = false,
    closesOnBack = false,
  } = props
  useBackCloses(isOpen && closesOnBack, onCancel)
  return (
    <ModalOverlay
      className={css.overlay}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onCancel()}
      isKeyboardDismissDisabled={isBusy}
    >
      <Modal className={css.modal}>
        <Dialog role="alertdialog" className={css.dialog}>
          <Heading slot="title" className={css.title}>
            {title}
          </Heading>
          <div className={css.body}>{children}</div>
          <div className={css.actions}>
            <Button autoFocus onPress={onCancel} isDisabled={isBusy}>
              {cancelLabel}
            </Button>
            <Button variant="danger" onPress={onConfirm} isBusy={isBusy}>
              {confirmLabel}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
