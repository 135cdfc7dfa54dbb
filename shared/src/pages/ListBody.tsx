import type { BoardOf } from '@multiball/shared/api'
import { useKind } from './kindContext'
import css from './ListBody.module.css'
import { selectBoards } from './listQuery'
import type { ListQuery } from './listQuery'
import { isOwner } from './ownership'
import { Row } from './Row'
import type { RowHandlers } from './rowHandlers'

interface ListBodyProps {
  boards: readonly BoardOf[]
  owner: number
  query: ListQuery
  isPhone: boolean
  handlersOf(board: BoardOf): RowHandlers
}

/** The rows that the query asks for. */
export function ListBody({ boards, owner, query, isPhone, handlersOf }: ListBodyProps) {
  const kind = useKind()
  const detailsOf = kind.useRows(boards, owner)
  const shown = selectBoards(boards, (board) => detailsOf(board).place, query)

  if (shown.length === 0) return <p className={css.nothing}>No {kind.info.singular} matches.</p>
  return (
    <ul className={css.list} aria-label={`My ${kind.plural}`}>
      {shown.map((board) => (
        <Row
          key={board.id}
          board={board}
          details={detailsOf(board)}
          isOwned={isOwner(board, owner)}
          isPhone={isPhone}
          {...handlersOf(board)}
        />
      ))}
    </ul>
  )
}
