import { useNewestScores } from '@multiball/shared/boards'
import type { Scoreboard } from '@multiball/shared/schema'
import type { ListState } from './list'
import css from './ListBody.module.css'
import { selectBoards } from './listQuery'
import type { ListQuery } from './listQuery'
import { isOwner } from './ownership'
import { Row } from './Row'

interface ListBodyProps {
  list: ListState
  query: ListQuery
  isPhone: boolean
  onDelete(board: Scoreboard): void
  onCopied(text: string): void
}

/** The rows that the query asks for. */
export function ListBody({ list, query, isPhone, onDelete, onCopied }: ListBodyProps) {
  const scores = useNewestScores(list.boards)
  const machineOf = (board: Scoreboard) => list.machines?.get(board.venuemachine_items[0]?.venuemachine ?? 0)
  const boards = selectBoards(list.boards, machineOf, query)

  if (boards.length === 0) return <p className={css.nothing}>No scoreboard matches.</p>
  return (
    <ul className={css.list} aria-label="My Scoreboards">
      {boards.map((board) => (
        <Row
          key={board.id}
          board={board}
          machine={machineOf(board)}
          scores={scores.get(board.id)}
          isOwned={isOwner(board, list.owner)}
          isPhone={isPhone}
          onDelete={() => onDelete(board)}
          onCopied={onCopied}
        />
      ))}
    </ul>
  )
}
