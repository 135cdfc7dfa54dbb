import type { Scoreboard } from '@multiball/shared/schema'
import { Button, LinkButton } from '@multiball/shared/ui'
import css from './RowActions.module.css'
import { RowMenu } from './RowMenu'
import { viewerAddress } from './viewerAddress'

interface RowActionsProps {
  board: Scoreboard
  isOwned: boolean
  isPhone: boolean
  onDelete(): void
  onCopied(text: string): void
}

/** View, Edit and Delete; on a phone View and a menu. */
export function RowActions(props: RowActionsProps) {
  return <div className={css.actions}>{props.isPhone ? <RowMenu {...props} /> : <RowButtons {...props} />}</div>
}

function RowButtons({ board, isOwned, onDelete }: RowActionsProps) {
  return (
    <>
      <LinkButton href={viewerAddress(board)} newTab variant="quiet" icon="view" aria-label={`View ${board.title}`}>
        View
      </LinkButton>
      {isOwned && (
        <>
          <LinkButton to={`/scoreboards/${board.id}/edit`} variant="quiet" icon="edit" aria-label={`Edit ${board.title}`}>
            Edit
          </LinkButton>
          <Button variant="quiet" icon="delete" aria-label={`Delete ${board.title}`} onPress={onDelete}>
            Delete
          </Button>
        </>
      )}
    </>
  )
}
