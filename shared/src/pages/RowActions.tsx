import { Button, IconLink, LinkButton } from '@multiball/shared/ui'
import type { AnyBoard } from './kind'
import { useKind } from './kindContext'
import css from './RowActions.module.css'
import type { RowHandlers } from './rowHandlers'
import { RowMenu } from './RowMenu'
import { viewerAddress } from './viewerAddress'

interface RowActionsProps extends RowHandlers {
  board: AnyBoard
  isOwned: boolean
  isPhone: boolean
}

/** View, Edit, Delete and a menu; on a phone View and a menu. */
export function RowActions(props: RowActionsProps) {
  const { info } = useKind()
  const { board, isPhone } = props
  return (
    <div className={css.actions}>
      {isPhone ? <IconLink icon="view" label={`View ${board.title}`} href={viewerAddress(info.path, board)} newTab /> : <RowButtons {...props} />}
      <RowMenu {...props} />
    </div>
  )
}

function RowButtons({ board, isOwned, onDelete }: RowActionsProps) {
  const { path, info } = useKind()
  return (
    <>
      <LinkButton href={viewerAddress(info.path, board)} newTab variant="quiet" icon="view" aria-label={`View ${board.title}`}>
        View
      </LinkButton>
      {isOwned && (
        <>
          <LinkButton to={`${path}/${board.id}/edit`} variant="quiet" icon="edit" aria-label={`Edit ${board.title}`}>
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
