import { venues } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { Navigate, useLocation, useNavigate, useParams } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { idIn } from '../ids'
import { Unread, useRead } from '@multiball/shared/queries'
import { VenueForm } from './VenueForm'

/** Another name, or another time zone, for a venue. */
export function EditVenuePage({ owner }: { owner: number }) {
  const id = idIn(useParams().venue)
  const read = useRead(id === undefined ? undefined : ['venue', id], (signal) => venues.get(id!, signal))
  const { loaded } = read
  const list = `/venues${useLocation().search}`
  const navigate = useNavigate()
  if (!id || loaded.type === 'missing') return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  return (
    <>
      <PageHeading title="Edit venue" breadcrumb={{ label: 'Venues', to: list }} />
      <Unread read={read} what="the venue" />
      {loaded.type === 'ready' && (
        <VenueForm
          owner={owner}
          name={loaded.value.name}
          timeZone={loaded.value.time_zone}
          submitLabel="Update Venue"
          save={(input) => venues.update(id, input)}
          onSaved={({ name }) => void navigate(list, { replace: true, state: noticeState(`${name} updated`) })}
        />
      )}
    </>
  )
}
