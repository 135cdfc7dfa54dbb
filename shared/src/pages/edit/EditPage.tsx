import { boards, type BoardOf } from '@multiball/shared/api'
import { SaveGuardContext } from '@multiball/shared/forms'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { isOwner, useKind } from '../kind'
import { editRefused, notFound, noticeState } from '../notice'
import { useChangedElsewhere } from './useChangedElsewhere'

export function AddPage({ owner }: { owner: number }) {
  const { Form, singular, plural, path } = useKind()
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title={`Add ${singular}`} breadcrumb={{ label: plural, to: path }} />
      <Form owner={owner} onSaved={({ title }) => void navigate(path, { replace: true, state: noticeState(`${title} created!`) })} />
    </>
  )
}

export function EditPage({ owner }: { owner: number }) {
  const { type, singular, plural, path, info } = useKind()
  const id = Number(useParams().id)
  const read = useRead(Number.isSafeInteger(id) ? ['board', type, id] : undefined, (signal) => boards(type).get(id, signal))
  const { loaded } = read
  if (!Number.isSafeInteger(id) || loaded.type === 'missing') return <Navigate to={path} replace state={noticeState(notFound)} />
  if (loaded.type === 'ready' && !isOwner(loaded.value, owner)) return <Navigate to={path} replace state={noticeState(editRefused)} />
  return (
    <>
      <PageHeading title={`Edit ${singular}`} breadcrumb={{ label: plural, to: path }} />
      <Unread read={read} what={`the ${info.singular}`} />
      {loaded.type === 'ready' && <StoredBoardForm key={loaded.value.id} owner={owner} board={loaded.value} />}
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
