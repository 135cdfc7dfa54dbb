import { tvs } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { ChangeForm } from '../form/ChangeForm'

/** Another name or board for one of the owner's TVs. */
export function ChangePage({ owner }: { owner: number }) {
  const id = Number(useParams().id)
  const isId = Number.isSafeInteger(id) && id > 0
  const read = useRead(isId ? ['tv', id] : undefined, (signal) => tvs.get(id, signal))
  const { loaded } = read
  const navigate = useNavigate()
  if (!isId || loaded.type === 'missing')
    return <Navigate to="/displays" replace state={noticeState('Item not found.')} />
  return (
    <>
      <PageHeading
        title={loaded.type === 'ready' ? loaded.value.name : 'TV'}
        breadcrumb={{ label: 'TVs', to: '/displays' }}
      />
      <Unread read={read} what="the TV" />
      {loaded.type === 'ready' && (
        <ChangeForm
          owner={owner}
          tv={loaded.value}
          onSaved={({ name }) => void navigate('/displays', { replace: true, state: noticeState(`${name} updated`) })}
        />
      )}
    </>
  )
}
