import { Stage } from '@multiball/shared/display'
import { boardIsPrivate } from '@multiball/shared/schema'
import css from './CellNote.module.css'
import type { DisplayLayout } from './types'

interface CellNoteProps {
  text: string
  background?: string
  /** 'cell' (default) has a stage of its own; 'screen' fills the stage around it */
  layout?: DisplayLayout
}

/** A sentence where a board would be. */
export function CellNote({ text, background = '#000', layout = 'cell' }: CellNoteProps) {
  const note = (
    <div className={`${css.note} ${layout === 'screen' ? css.screen : ''}`} role="status">
      {text === boardIsPrivate && <Lock />}
      <p className={css.text}>{text}</p>
    </div>
  )
  return layout === 'screen' ? (
    note
  ) : (
    <Stage background={background} layout="cell">
      {note}
    </Stage>
  )
}

const Lock = () => (
  <svg
    className={css.lock}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    aria-hidden="true"
    focusable="false"
  >
    <rect x="4" y="11" width="16" height="10" rx="2" />
    <path d="M7.5 11V7.5a4.5 4.5 0 0 1 9 0V11" />
  </svg>
)
