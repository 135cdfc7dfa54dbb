import { cleanName, nameFace } from './nameFace'
import css from './PlayerName.module.css'

interface PlayerNameProps {
  name: string
  className?: string
}

/** A name on one line, in a face that has all of its letters; too long ends in an ellipsis. */
export function PlayerName({ name, className }: PlayerNameProps) {
  const shown = cleanName(name)
  return (
    <span className={`${css.name} ${className ?? ''}`} dir="auto">
      <span className={nameFace(shown) === 'wide' ? css.wide : undefined}>{shown}</span>
    </span>
  )
}
