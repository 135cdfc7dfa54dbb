import { Thumbnail } from '@multiball/shared/boards'
import { Link } from '@multiball/shared/routing'
import type { Scoreboard, ScoreboardScores, VenueMachine } from '@multiball/shared/schema'
import { Icon } from '@multiball/shared/ui'
import { boardState, shortTime } from './boardState'
import { BoardStateMark } from './BoardStateMark'
import css from './Row.module.css'
import { RowActions } from './RowActions'

interface RowProps {
  board: Scoreboard
  machine: VenueMachine | undefined
  scores: ScoreboardScores | undefined
  isOwned: boolean
  isPhone: boolean
  onDelete(): void
  /** told what became of the link */
  onCopied(text: string): void
}

/** One scoreboard of the list; the row opens its form. */
export function Row({ board, machine, scores, isOwned, isPhone, onDelete, onCopied }: RowProps) {
  const state = boardState(scores)
  const place = machine && (isPhone ? machine.machine.name : `${machine.machine.name} · ${machine.venue.name}`)
  return (
    <li className={css.row} data-board={board.id}>
      <Thumbnail scores={scores} />
      <div className={css.names}>
        {isOwned ? (
          <Link className={css.title} to={`/scoreboards/${board.id}/edit`} title={board.title}>
            {board.title}
          </Link>
        ) : (
          <span className={css.title}>{board.title}</span>
        )}
        <span className={css.place}>{place}</span>
        {isPhone && <BoardStateMark state={state} />}
      </div>
      {!isPhone && (
        <>
          <span className={css.privacy}>
            <Icon name={board.is_public ? 'globe' : 'lock'} />
            {board.is_public ? 'Public' : 'Private'}
          </span>
          <span className={css.state}>
            <BoardStateMark state={state} />
          </span>
          <span className={css.when}>{state.type === 'over' && shortTime(state.settledAt, new Date())}</span>
        </>
      )}
      <RowActions board={board} isOwned={isOwned} isPhone={isPhone} onDelete={onDelete} onCopied={onCopied} />
    </li>
  )
}
