import type { CSSProperties } from 'react'
import type { BoardView } from './boardView'
import css from './CellHeader.module.css'
import { factsLine } from './headerLines'

interface CellHeaderProps {
  view: BoardView
  /** title and facts stand beside each other */
  areBeside: boolean
}

/** What is counted: which machines, whose scores, of which time. */
export function CellHeader({ view, areBeside }: CellHeaderProps) {
  const { name, title } = view
  const facts = factsLine(view)
  return (
    <header className={css.header}>
      <h2 className={css.name} style={{ '--chars': name.length } as CSSProperties}>
        {name}
      </h2>
      <div className={areBeside ? css.beside : undefined}>
        {title && (
          <p className={css.title} style={{ '--chars': title.length } as CSSProperties}>
            {title}
          </p>
        )}
        <p className={css.facts} style={{ '--chars': facts.length } as CSSProperties}>
          {facts}
        </p>
      </div>
    </header>
  )
}
