import { Link } from '@multiball/shared/routing'
import { Icon } from '@multiball/shared/ui'
import type { AnyBoard, RowDetails } from './kind'
import { useKind } from './kindContext'
import css from './Row.module.css'
import { RowActions } from './RowActions'
import type { RowHandlers } from './rowHandlers'
import { StateMark } from './StateMark'

interface RowProps extends RowHandlers {
  board: AnyBoard
  details: RowDetails
  isOwned: boolean
  isPhone: boolean
}

/** One board of the list; the row opens its form. */
export function Row({ board, details, isOwned, isPhone, ...handlers }: RowProps) {
  const { path } = useKind()
  const state = details.state && <StateMark {...details.state} />
  return (
    <li className={css.row} data-board={board.id}>
      {details.thumbnail}
      <div className={css.names}>
        {isOwned ? (
          <Link className={css.title} to={`${path}/${board.id}/edit`} title={board.title}>
            {board.title}
          </Link>
        ) : (
          <span className={css.title}>{board.title}</span>
        )}
        <span className={css.place}>{isPhone ? (details.shortPlace ?? details.place) : details.place}</span>
        {isPhone && state}
      </div>
      {!isPhone && (
        <>
          <span className={css.privacy}>
            <Icon name={board.is_public ? 'globe' : 'lock'} />
            {board.is_public ? 'Public' : 'Private'}
          </span>
          <span className={css.state}>{state}</span>
          <span className={css.when}>{details.when}</span>
        </>
      )}
      <RowActions board={board} isOwned={isOwned} isPhone={isPhone} {...handlers} />
    </li>
  )
}
