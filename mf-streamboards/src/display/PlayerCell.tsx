import { digitCount, Numerals, PlayerName } from '@multiball/shared/display'
import type { Cell } from './arrange/arrangement'
import { evened, placeOf, type Box } from './arrange/boxes'
import { cellType } from './arrange/textSizes'
import css from './PlayerCell.module.css'
import type { Station } from './streamView'

interface PlayerCellProps {
  cell: Cell
  /** those of its panel, set in the same sizes where they are as large */
  cells: readonly Cell[]
  /** the panel, which the cell is placed in */
  origin: Box
  station: Station
  /** says which player of the game it is */
  hasNumber: boolean
  /** that the score has room for */
  digits: number
  unit: number
}

/** One player: name, what the owner says of them, and the score. */
export function PlayerCell({
  cell,
  cells,
  origin,
  station: { lines, game },
  hasNumber,
  digits,
  unit,
}: PlayerCellProps) {
  const { slot, name, more, score, isUp, isLit } = lines[cell.player]!
  const { box, form, style, isMirrored } = cell
  const hasMore = lines.some((line) => line.more !== '')
  const nameLength = Math.max(...lines.map((line) => line.name.length))
  const room = evened(
    box,
    cells.map((other) => other.box),
  )
  const type = cellType({ ...cell, box: room }, { unit, digits, hasMore, nameLength })
  const isBar = isLit && style !== 'one'
  // A hairline towards what stands before it in the panel.
  const inner = 6 * unit
  const rules = [box.x > origin.x + inner && css.ruleLeft, box.y > origin.y + inner && css.ruleTop]
  const alone = style === 'one' && [css.one, isUp && css.up]
  const classes = [
    'mb-player',
    css.cell,
    css[form],
    ...rules,
    isMirrored && css.mirrored,
    isBar && css.lit,
    ...(alone || []),
  ]
    .filter(Boolean)
    .join(' ')
  const place = placeOf({ ...box, x: box.x - origin.x, y: box.y - origin.y })
  const padding = `${type.padding.y}px ${type.padding.x}px`
  const moreText = more !== '' && (
    <span className={`${css.more} mb-info`} style={{ fontSize: type.more }}>
      <PlayerName name={more} isWhole />
    </span>
  )

  return (
    <div
      className={classes}
      style={{ ...place, padding, gap: type.gap }}
      data-style={style}
      data-player={slot}
      aria-current={isUp ? 'true' : undefined}
    >
      <div className={css.who} style={{ fontSize: type.name }}>
        {hasNumber && <span className={`${css.number} mb-number`}>{slot}</span>}
        <div className={css.names} data-more={type.morePlace}>
          <span className={`${css.name} mb-name`}>
            <PlayerName name={name} />
          </span>
          {moreText}
        </div>
      </div>
      <span className={`${css.score} mb-score`}>
        <span className={css.figures} style={{ fontSize: type.score }}>
          {score !== undefined && <Numerals key={`${game?.id} ${slot}`} value={score} digits={digitCount(score)} />}
        </span>
      </span>
    </div>
  )
}
