import { boards, type BoardOf } from '@multiball/shared/api'
import { SaveGuardContext, useListAddress } from '@multiball/shared/forms'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import { Button, LinkButton, PageHeading, Spinner } from '@multiball/shared/ui'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { isOwner, useKind } from '../kind'
import { copyLink, viewerAddress } from '../list/viewerAddress'
import { editRefused, notFound, noticeState, useNotice, type Notice } from '../notice'
import { NoticeBanner } from '../NoticeBanner'
import { useShowOnTv } from '../tvs/useShowOnTv'
import { useChangedElsewhere } from './useChangedElsewhere'

/** The heading stays, with the focus that it has, while a form is on its way. */
const WaitForForm = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<Spinner label="Loading" />}>{children}</Suspense>
)

export function AddPage({ owner }: { owner: number }) {
  const { type, Form, singular, plural, path, opensCreated } = useKind()
  const list = useListAddress(type)
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title={`Add ${singular}`} breadcrumb={{ label: plural, to: list }} />
      <WaitForForm>
        <Form
          owner={owner}
          onSaved={({ id, title }) =>
            void navigate(opensCreated ? `${path}/${id}/edit` : path, {
              replace: true,
              state: noticeState(`${title} created!`, id),
            })
          }
        />
      </WaitForForm>
    </>
  )
}

export function EditPage({ owner }: { owner: number }) {
  const { type, singular, plural, path, info } = useKind()
  const id = Number(useParams().id)
  const read = useRead(Number.isSafeInteger(id) ? ['board', type, id] : undefined, (signal) =>
    boards(type).get(id, signal),
  )
  const { loaded } = read
  const list = useListAddress(type, id)
  // Where it is deleted meanwhile, what was typed stays: saving says what became of it.
  const [opened, setOpened] = useState<BoardOf>()
  useEffect(() => {
    if (loaded.type === 'ready') setOpened(loaded.value)
  }, [loaded])
  const board =
    loaded.type === 'ready' ? loaded.value : loaded.type === 'missing' && opened?.id === id ? opened : undefined
  const [notice, setNotice] = useNotice()
  const [created] = useState(notice?.created)
  const onTv = useShowOnTv(setNotice)
  if (!Number.isSafeInteger(id) || (loaded.type === 'missing' && !board))
    return <Navigate to={path} replace state={noticeState(notFound)} />
  if (board && !isOwner(board, owner)) return <Navigate to={path} replace state={noticeState(editRefused)} />
  return (
    <>
      <PageHeading
        title={`Edit ${board?.title ?? singular}`}
        breadcrumb={{ label: plural, to: list }}
        actions={
          board && (
            <BoardActions
              board={board}
              tell={setNotice}
              onShowOnTv={() => onTv.ask({ type, id, title: board.title })}
            />
          )
        }
      />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      {onTv.sheet}
      {board ? (
        <StoredBoardForm key={board.id} owner={owner} board={board} isJustCreated={created === board.id} />
      ) : (
        <Unread read={read} what={`the ${info.singular}`} />
      )}
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
      <Button
        variant="quiet"
        icon="copy"
        onPress={() => void copyLink(viewer).then((text) => tell({ text, tone: 'success' }))}
      >
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
  const list = useListAddress(type)
  const navigate = useNavigate()
  const open = ({ id, title }: BoardOf) =>
    id === board.id
      ? void navigate(list, { replace: true, state: noticeState(`${title} updated`) })
      : void navigate(path, { replace: true, state: noticeState(`${title} created!`, id) })
  return (
    <SaveGuardContext value={useChangedElsewhere(type, board, info.singular)}>
      <WaitForForm>
        <Form owner={owner} board={board} isJustCreated={isJustCreated} onSaved={open} />
      </WaitForForm>
    </SaveGuardContext>
  )
}
