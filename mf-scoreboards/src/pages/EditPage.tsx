import { generalFailure } from '@multiball/shared/api'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import { Banner, PageHeading, Spinner } from '@multiball/shared/ui'
import { ScoreboardForm } from '../form/ScoreboardForm'
import { toList } from './breadcrumb'
import { editRefused, notFound, noticeState } from './notice'
import { isOwner } from './ownership'
import { useScoreboard } from './useScoreboard'

export function EditPage({ owner }: { owner: number }) {
  const navigate = useNavigate()
  const loaded = useScoreboard(Number(useParams().id))
  if (loaded.type === 'missing') return <Navigate to={toList.to} replace state={noticeState(notFound)} />
  if (loaded.type === 'ready' && !isOwner(loaded.board, owner)) return <Navigate to={toList.to} replace state={noticeState(editRefused)} />
  return (
    <>
      <PageHeading title="Edit Scoreboard" breadcrumb={toList} />
      {loaded.type === 'loading' && <Spinner label="Loading the scoreboard" />}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {loaded.type === 'ready' && (
        <ScoreboardForm
          key={loaded.board.id}
          owner={owner}
          board={loaded.board}
          onSaved={({ title }) => void navigate(toList.to, { replace: true, state: noticeState(`${title} updated`) })}
        />
      )}
    </>
  )
}
