import { RowMotion } from '@multiball/shared/display'
import type { PlayerLine } from '../playerLines'
import { boxesOf, moveFrom } from './rowMoves'
import { PlayerRow } from './PlayerRow'
import css from './PlayerRows.module.css'

interface PlayerRowsProps {
  lines: readonly PlayerLine[]
  digits: number
}

/** Two to six players in the order of their slots; the one who is up has the larger row. */
export function PlayerRows({ lines, digits }: PlayerRowsProps) {
  const up = lines.find((line) => line.isUp)
  return (
    <RowMotion
      as="ol"
      className={css.rows}
      moment={`${lines.length} ${up?.position}`}
      look={boxesOf}
      move={moveFrom}
      data-players={lines.length}
      data-level={up ? undefined : ''}
    >
      {lines.map((line) => (
        <PlayerRow key={line.position} line={line} digits={digits} />
      ))}
    </RowMotion>
  )
}
