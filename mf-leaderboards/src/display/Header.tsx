import { BoardHeader, HeaderLine } from '@multiball/shared/display'
import type { BoardView, Fact } from './boardView'
import css from './Header.module.css'

/** What is counted: which machines, whose scores, of which time. */
export function Header({ name, line, machines, players, scope, onePerPlayer }: BoardView) {
  return (
    <BoardHeader
      name={name}
      least={56}
      room={2500}
      below={line && <HeaderLine className={css.line}>{line}</HeaderLine>}
    >
      <div className={css.facts}>
        <HeaderFact {...machines} />
        <HeaderFact {...players} />
        <HeaderFact count={scope} words={onePerPlayer ? 'one score per player' : 'all scores'} />
      </div>
    </BoardHeader>
  )
}

const HeaderFact = ({ count, words }: Fact) => (
  <p className={css.fact}>
    <span className={css.figure}>{count}</span> <span className={css.words}>{words}</span>
  </p>
)
