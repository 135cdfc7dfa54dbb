import css from './EmbeddedBoard.module.css'

interface NoteProps {
  text: string
  /** it takes the board's place, and does not only come before it */
  isCard?: boolean
}

/** A quiet sentence on whatever the partner's page has behind it, without an error's colours. */
export const Note = ({ text, isCard }: NoteProps) => (
  <p className={`${css.fill} ${css.note}`} role="status" data-card={isCard}>
    {text}
  </p>
)
