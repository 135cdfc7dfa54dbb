import { useNavigate } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { ScoreboardForm } from '../form/ScoreboardForm'
import { toList } from './breadcrumb'
import { noticeState } from './notice'

export function AddPage({ owner }: { owner: number }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title="Add Scoreboard" breadcrumb={toList} />
      <ScoreboardForm owner={owner} onSaved={({ title }) => void navigate(toList.to, { replace: true, state: noticeState(`${title} created!`) })} />
    </>
  )
}
