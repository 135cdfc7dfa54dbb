import { Banner, Button } from '@multiball/shared/ui'
import { createPortal } from 'react-dom'
import css from './JumpNotice.module.css'

export interface Said {
  text: string
  tone: 'success' | 'error'
  onUndo?(): void
}

/** What came of a command, over whatever page is shown. */
export const JumpNotice = ({ said, onDismiss }: { said: Said | undefined; onDismiss(): void }) =>
  said &&
  createPortal(
    <div className={css.place}>
      <Banner tone={said.tone} onDismiss={onDismiss}>
        <span className={css.line}>
          {said.text}
          {said.onUndo && (
            <Button variant="quiet" onPress={said.onUndo}>
              Undo
            </Button>
          )}
        </span>
      </Banner>
    </div>,
    document.body,
  )
