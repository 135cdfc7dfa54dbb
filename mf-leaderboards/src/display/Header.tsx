import type { CSSProperties } from 'react'
import type { BoardView, Fact } from './boardView'
import css from './Header.module.css'

/** What is counted: which machines, whose scores, of which time. */
export function Header({ name, title, machines, players, scope, onePerPlayer }: BoardView) {
  return (
    <header className={css.header}>
      <div className={css.names}>
        <h2 className={css.name} style={{ '--chars': name.length } as CSSProperties}>
          {name}
        </h2>
        {title && <p className={css.title}>{title}</p>}
      </div>
      <div className={css.facts}>
        <Figure {...machines} />
        <Figure {...players} />
        <Figure figure={scope} words={onePerPlayer ? 'one score per player' : 'all scores'} />
      </div>
    </header>
  )
}

const Figure = ({ figure, words }: Fact) => (
  <p className={css.fact}>
    <span className={css.figure}>{figure}</span> <span className={css.words}>{words}</span>
  </p>
)
