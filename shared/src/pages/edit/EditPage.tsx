import { boards, type BoardOf } from '@multiball/shared/api'
import { SaveGuardContext } from '@multiball/shared/forms'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import { Button, LinkButton, PageHeading, Spinner } from '@multiball/shared/ui'
import { Suspense, useState, type ReactNode } from 'react'
import { isOwner, useKind } from '../kind'
import { copyLink, viewerAddress } from '../list/viewerAddress'
import { editRefused, notFound, noticeState, useNotice, type Notice } from '../notice'
import { NoticeBanner } from '../NoticeBanner'
import { useShowOnTv } from '../tvs/useShowOnTv'
import { useChangedElsewhere } from './useChangedElsewhere'

/** The heading stays, with the focus that it has, while a form is on its way. */
const WaitForForm = ({ children }: { children: ReactNode }) => <Suspense fallback={<Spinner label="Loading" />}>{children}</Suspense>

export function AddPage({ owner }: { owner: number }) {
  const { Form, singular, plural, path, opensCreated } = useKind()
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title={`Add ${singular}`} breadcrumb={{ label: plural, to: path }} />
      <WaitForForm>
        <Form owner={owner} onSaved={({ id, title }) => void navigate(opensCreated ? `${path}/${id}/edit` : path, { replace: true, state: noticeState(`${title} created!`, id) })} />
      </WaitForForm>
    </>
  )
}

export function EditPage({ owner }: { owner: number }) {
  const { type, singular, plural, path, info } = useKind()
  const id = Number(useParams().id)
  const read = useRead(Number.isSafeInteger(id) ? ['board', type, id] : undefined, (signal) => boards(type).get(id, signal))
  const { loaded } = read
  const [notice, setNotice] = useNotice()
  const [created] = useState(notice?.created)
  const onTv = useShowOnTv(setNotice)
  if (!Number.isSafeInteger(id) || loaded.type === 'missing') return <Navigate to={path} replace state={noticeState(notFound)} />
  if (loaded.type === 'ready' && !isOwner(loaded.value, owner)) return <Navigate to={path} replace state={noticeState(editRefused)} />
  return (
    <>
      <PageHeading
        title={`Edit ${loaded.type === 'ready' ? loaded.value.title : singular}`}
        breadcrumb={{ label: plural, to: path }}
        actions={loaded.type === 'ready' && <BoardActions board={loaded.value} tell={setNotice} onShowOnTv={() => onTv.ask({ type, id, title: loaded.value.title })} />}
      />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      {onTv.sheet}
      <Unread read={read} what={`the ${info.singular}`} />
      {loaded.type === 'ready' && <StoredBoardForm key={loaded.value.id} owner={owner} board={loaded.value} isJustCreated={created === loaded.value.id} />}
    </>
  )
}

interface BoardActionsProps {
  board: BoardOf
  tell(notice: Notice): void
  onShowOnTv(): void
}

/** What is done with a board as it is stored. */
function BoardActions({ board, tell, onShowOnTv }: BoardActionsProps) {
  const { info } = useKind()
  const viewer = viewerAddress(info.path, board)
  return (
    <>
      <LinkButton href={viewer} newTab variant="quiet" icon="view">
        View
      </LinkButton>
      <Button variant="quiet" icon="copy" onPress={() => void copyLink(viewer).then((text) => tell({ text, tone: 'success' }))}>
        Copy link
      </Button>
      <Button icon="tv" onPress={onShowOnTv}>
        Show on a TV
      </Button>
    </>
  )
}

function StoredBoardForm({ owner, board, isJustCreated }: { owner: number; board: BoardOf; isJustCreated: boolean }) {
  const { type, Form, path, info } = useKind()
  const navigate = useNavigate()
  return (
    <SaveGuardContext value={useChangedElsewhere(type, board, info.singular)}>
      <WaitForForm>
        <Form owner={owner} board={board} isJustCreated={isJustCreated} onSaved={({ title }) => void navigate(path, { replace: true, state: noticeState(`${title} updated`) })} />
      </WaitForForm>
    </SaveGuardContext>
  )
}
