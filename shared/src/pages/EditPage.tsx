import type { BoardOf } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import { SaveGuardContext } from '@multiball/shared/forms'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import { Banner, PageHeading, Spinner } from '@multiball/shared/ui'
import { useKind } from './kindContext'
import { editRefused, notFound, noticeState } from './notice'
import { isOwner } from './ownership'
import { useChangedElsewhere } from './useChangedElsewhere'
import { useStoredBoard } from './useStoredBoard'

export function EditPage({ owner }: { owner: number }) {
  const { type, singular, plural, path, info } = useKind()
  const loaded = useStoredBoard(type, Number(useParams().id))
  if (loaded.type === 'missing') return <Navigate to={path} replace state={noticeState(notFound)} />
  if (loaded.type === 'ready' && !isOwner(loaded.board, owner)) return <Navigate to={path} replace state={noticeState(editRefused)} />
  return (
    <>
      <PageHeading title={`Edit ${singular}`} breadcrumb={{ label: plural, to: path }} />
      {loaded.type === 'loading' && <Spinner label={`Loading the ${info.singular}`} />}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {loaded.type === 'ready' && <StoredBoardForm key={loaded.board.id} owner={owner} board={loaded.board} />}
    </>
  )
}

function StoredBoardForm({ owner, board }: { owner: number; board: BoardOf }) {
  const { type, Form, path, info } = useKind()
  const navigate = useNavigate()
  return (
    <SaveGuardContext value={useChangedElsewhere(type, board, info.singular)}>
      <Form owner={owner} board={board} onSaved={({ title }) => void navigate(path, { replace: true, state: noticeState(`${title} updated`) })} />
    </SaveGuardContext>
  )
}
