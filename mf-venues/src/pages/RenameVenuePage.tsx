import { venues } from '@multiball/shared/api'
import { generalFailure } from '@multiball/shared/client'
import { noticeState } from '@multiball/shared/pages'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import { Banner, PageHeading, Spinner } from '@multiball/shared/ui'
import { idIn } from '../ids'
import { useRead } from '../useRead'
import { VenueForm } from './VenueForm'

/** Another name for a venue. */
export function RenameVenuePage() {
  const id = idIn(useParams().venue)
  const { loaded } = useRead(id === undefined ? undefined : String(id), (signal) => venues.get(id!, signal))
  const navigate = useNavigate()
  if (!id || loaded.type === 'missing') return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  return (
    <>
      <PageHeading title="Rename venue" breadcrumb={{ label: 'Venues', to: '/venues' }} />
      {loaded.type === 'loading' && <Spinner label="Loading the venue" />}
      {loaded.type === 'failed' && <Banner tone="error">{generalFailure}</Banner>}
      {loaded.type === 'ready' && (
        <VenueForm
          name={loaded.value.name}
          submitLabel="Update Venue"
          save={(input) => venues.update(id, input)}
          onSaved={({ name }) => void navigate('/venues', { replace: true, state: noticeState(`${name} updated`) })}
        />
      )}
    </>
  )
}
