import { venues } from '@multiball/shared/api'
import { NoticeBanner, noticeState, useNotice } from '@multiball/shared/pages'
import { useRead } from '@multiball/shared/queries'
import { Navigate, useNavigate, useParams } from '@multiball/shared/routing'
import type { ListedMachine } from '@multiball/shared/schema'
import { PageHeading } from '@multiball/shared/ui'
import { useState } from 'react'
import { idIn } from '../ids'
import { FoundList } from './FoundList'
import css from './ImportPage.module.css'
import { ListForms } from './ListForms'

/** A list of machines comes into a venue: Pinball Map's of a location, or one of the owner's own. */
export function ImportPage() {
  const id = idIn(useParams().venue)
  const venue = useRead(id === undefined ? undefined : ['venue', id], (signal) => venues.get(id!, signal)).loaded
  const [list, setList] = useState<ListedMachine[]>()
  const [notice, setNotice] = useNotice()
  const navigate = useNavigate()
  if (id === undefined || venue.type === 'missing')
    return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  const name = venue.type === 'ready' ? venue.value.name : 'the venue'
  return (
    <>
      <PageHeading title="Import machines" breadcrumb={{ label: 'Venues', to: '/venues' }} />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      {list ? (
        <FoundList
          venue={id}
          venueName={name}
          machines={list}
          onAgain={() => setList(undefined)}
          onAdded={(count) =>
            void navigate(`/venues#venue-${id}`, {
              replace: true,
              state: noticeState(count === 1 ? '1 machine added!' : `${count} machines added!`),
            })
          }
        />
      ) : (
        <>
          <p
            className={css.lead}
          >{`All machines of ${name} at once. You choose from the list before anything is added.`}</p>
          <ListForms venue={id} onRead={setList} />
        </>
      )}
    </>
  )
}
