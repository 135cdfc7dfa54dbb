import { tvs } from '@multiball/shared/api'
import { ApiError, generalFailure } from '@multiball/shared/client'
import { noticeState } from '@multiball/shared/pages'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import type { Tv } from '@multiball/shared/schema'
import { Banner, PageHeading, Spinner } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import { ChangeForm } from '../form/ChangeForm'

type Loaded = { type: 'loading' | 'missing' | 'failed' } | { type: 'ready'; tv: Tv }

/** Another name or board for one of the owner's TVs. */
export function ChangePage({ owner }: { owner: number }) {
  const loaded = useTv(Number(useParams().id))
  const navigate = useNavigate()
  if (loaded.type === 'missing') return <Navigate to="/displays" replace state={noticeState('Item not found.')} />
  return (
    <>
      <PageHeading title={loaded.type === 'ready' ? loaded.tv.name : 'Display'} breadcrumb={{ label: 'Displays', to: '/displays' }} />
      {loaded.type === 'loading' && <Spinner label="Loading the display" />}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {loaded.type === 'ready' && (
        <ChangeForm owner={owner} tv={loaded.tv} onSaved={({ name }) => void navigate('/displays', { replace: true, state: noticeState(`${name} updated`) })} />
      )}
    </>
  )
}

function useTv(id: number): Loaded {
  const isId = Number.isSafeInteger(id) && id > 0
  const [loaded, setLoaded] = useState<Loaded>({ type: isId ? 'loading' : 'missing' })
  useEffect(() => {
    if (!isId) return
    const controller = new AbortController()
    tvs.get(id, controller.signal).then(
      (tv) => setLoaded({ type: 'ready', tv }),
      (error: unknown) => !controller.signal.aborted && setLoaded({ type: error instanceof ApiError && error.status === 404 ? 'missing' : 'failed' }),
    )
    return () => controller.abort()
  }, [id, isId])
  return loaded
}
