import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '../actions/Button'
import css from './ConfirmDialog.module.css'
import { useBackCloses } from './useBackCloses'

export interface DialogProps {
  title: string
  children: ReactNode
  /** after Close */
  actions?: ReactNode
  closeLabel?: string
  /** at the bottom of the window on phones, as wide as it */
  isSheet?: boolean
  isOpen: boolean
  onClose(): void
}

/** Something to look at over the page. Escape, Back and a press beside it close it. */
export function Dialog({
  title,
  children,
  actions,
  closeLabel = 'Close',
  isSheet = false,
  isOpen,
  onClose,
}: DialogProps) {
  useBackCloses(isOpen, onClose)
  return (
    <ModalOverlay
      className={isSheet ? `${css.overlay} ${css.sheet}` : css.overlay}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
    >
      <Modal className={css.modal}>
        <AriaDialog className={css.dialog}>
          <Heading slot="title" className={css.title}>
            {title}
          </Heading>
          <div className={css.body}>{children}</div>
          <div className={css.actions}>
            <Button autoFocus={!actions} onPress={onClose}>
              {closeLabel}
            </Button>
            {actions}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
