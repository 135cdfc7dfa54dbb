import { Stage } from '@multiball/shared/display'
import { boardIsPrivate } from '@multiball/shared/schema'
import css from './CellNote.module.css'

interface CellNoteProps {
  text: string
  background?: string
}

/** A sentence where a board would be, in the design of a cell. */
export function CellNote({ text, background = '#000' }: CellNoteProps) {
  return (
    <Stage background={background} layout="cell">
      <div className={css.note} role="status">
        {text === boardIsPrivate && <Lock />}
        <p className={css.text}>{text}</p>
      </div>
    </Stage>
  )
}

const Lock = () => (
  <svg className={css.lock} viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true" focusable="false">
    <rect x="4" y="11" width="16" height="10" rx="2" />
    <path d="M7.5 11V7.5a4.5 4.5 0 0 1 9 0V11" />
  </svg>
)
