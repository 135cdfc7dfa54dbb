import { venues } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { useNavigate } from '@multiball/shared/routing'
import { PageHeading } from '@multiball/shared/ui'
import { useMakeOnce } from '../useMakeOnce'
import { VenueForm } from './VenueForm'

/** A new venue, which goes on with its first machine. */
export function AddVenuePage({ owner }: { owner: number }) {
  const navigate = useNavigate()
  const create = useMakeOnce({
    list: () => venues.list(owner),
    make: venues.create,
    isIt: (venue, { name }) => venue.name === name,
    button: 'Create Venue',
  })
  return (
    <>
      <PageHeading title="Add Venue" breadcrumb={{ label: 'Venues', to: '/venues' }} />
      <VenueForm
        owner={owner}
        name=""
        submitLabel="Create Venue"
        save={create}
        onSaved={({ id, name }) =>
          void navigate(`/venues/${id}/machines/add`, { replace: true, state: noticeState(`${name} created!`) })
        }
      />
    </>
  )
}
