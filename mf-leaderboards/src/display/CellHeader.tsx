import type { CSSProperties } from 'react'
import type { BoardView } from './boardView'
import css from './CellHeader.module.css'
import { factsLine } from './headerLines'

interface CellHeaderProps {
  view: BoardView
  /** line and facts stand beside each other */
  areBeside: boolean
}

/** What is counted: which machines, whose scores, of which time. */
export function CellHeader({ view, areBeside }: CellHeaderProps) {
  const { name, line } = view
  const facts = factsLine(view)
  return (
    <header className={css.header}>
      <h2 className={css.name} style={{ '--chars': name.length } as CSSProperties}>
        {name}
      </h2>
      <div className={areBeside ? css.beside : undefined}>
        {line && (
          <p className={css.line} style={{ '--chars': line.length } as CSSProperties}>
            {line}
          </p>
        )}
        <p className={css.facts} style={{ '--chars': facts.length } as CSSProperties}>
          {facts}
        </p>
      </div>
    </header>
  )
}
