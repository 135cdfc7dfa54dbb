import { venues } from '@multiball/shared/api'
import { Unread } from '@multiball/shared/queries'
import { FilterCount, NoMatch, NoticeBanner, useListQuery, useNotice } from '@multiball/shared/pages'
import { useLocation } from '@multiball/shared/routing'
import type { VenueMachine } from '@multiball/shared/schema'
import { EmptyState, LinkButton, LoadingRows, PageHeading, SearchField } from '@multiball/shared/ui'
import { useEffect, useState } from 'react'
import { useBridges, waitingAt } from '../bridges/useBridges'
import { removePart } from '../removal'
import { DeleteVenueDialog } from './DeleteVenueDialog'
import { useGamesNow } from './useGamesNow'
import { useOwnVenues, withMachinesLike } from './useOwnVenues'
import type { VenueWithMachines } from './useOwnVenues'
import { VenueSection } from './VenueSection'
import css from './VenuesPage.module.css'
import { heardNames } from './words'

/** Fewer are found by looking. */
const leastToFilter = 8

/** One that was never seen has no game to ask for. */
const wasSeen = ({ last_heard_at }: VenueMachine) => last_heard_at !== null

/** The owner's venues: what stands in them, and what is played there now. */
export function VenuesPage({ owner }: { owner: number }) {
  const read = useOwnVenues(owner)
  const { loaded, refresh } = read
  const found = loaded.type === 'ready' ? loaded.value : []
  const games = useGamesNow(found.flatMap(({ machines }) => machines.filter(wasSeen).map(({ id }) => id)))
  const bridges = useBridges().loaded
  const [notice, setNotice] = useNotice()
  const [asked, setAsked] = useState<VenueWithMachines>()
  const machineCount = machinesIn(found)
  const firstEmpty = found.find(({ machines }) => machines.length === 0)
  const names = heardNames(found)
  const [query, changeQuery] = useListQuery()
  const { search, hash } = useLocation()
  const isRead = loaded.type === 'ready'
  // The address of one venue leads to its place here.
  useEffect(() => {
    if (isRead && hash) document.getElementById(hash.slice(1))?.querySelector('h2')?.focus()
  }, [isRead, hash])
  const shown = withMachinesLike(found, query.text)
  const shownCount = machinesIn(shown)

  const remove = ({ id, name }: VenueWithMachines) => {
    setAsked(undefined)
    void removePart({
      part: `venue-${id}`,
      done: `${name} deleted!`,
      remove: () => venues.remove(id),
      tell: setNotice,
      refresh,
    })
  }

  return (
    <>
      <PageHeading
        title="Venues"
        count={found.length > 0 ? machineCount : undefined}
        countLabel={machineCount === 1 ? 'machine' : 'machines'}
        actions={
          found.length > 0 && (
            <LinkButton to={`/venues/add${search}`} variant={firstEmpty ? 'secondary' : 'primary'}>
              + Add Venue
            </LinkButton>
          )
        }
      />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      <Unread read={read} what="your venues" waiting={<LoadingRows label="Loading your venues" hasPicture />} />
      {loaded.type === 'ready' && found.length === 0 && <NoVenues />}
      {(machineCount >= leastToFilter || query.text !== '') && (
        <div className={css.toolbar}>
          <SearchField
            label="Filter by machine or venue"
            value={query.text}
            onChange={(text) => changeQuery({ ...query, text })}
          />
          <FilterCount count={query.text.trim() === '' ? undefined : { shown: shownCount, all: machineCount }} />
        </div>
      )}
      {found.length > 0 && shown.length === 0 && (
        <NoMatch what="machine" onClear={() => changeQuery({ ...query, text: '' })} />
      )}
      <div className={css.venues}>
        {shown.map((venue) => (
          <VenueSection
            key={venue.id}
            venue={venue}
            heardName={names.get(venue.id)!}
            games={games}
            now={new Date()}
            isNext={venue.id === firstEmpty?.id}
            search={search}
            foundCount={bridges.type === 'ready' ? waitingAt(venue.id, bridges.value, new Date()).length : 0}
            onDelete={() => setAsked(found.find(({ id }) => id === venue.id))}
          />
        ))}
      </div>
      <DeleteVenueDialog venue={asked} onConfirm={remove} onCancel={() => setAsked(undefined)} />
    </>
  )
}

const machinesIn = (venues: readonly VenueWithMachines[]) =>
  venues.reduce((count, { machines }) => count + machines.length, 0)

/** What an owner without venues is told: how the first score gets here. */
const NoVenues = () => (
  <EmptyState
    title="You have not created any Venues!"
    action={
      <LinkButton to="/venues/add" variant="primary">
        Set up your first venue
      </LinkButton>
    }
  >
    <p>A venue is a place with machines. Your first score is a few minutes away:</p>
    <ol className={css.steps}>
      <li>Name the venue.</li>
      <li>Add a machine from the catalogue.</li>
      <li>Connect it: type the code that its device shows, or make a key.</li>
      <li>Play a test game and see it live.</li>
    </ol>
  </EmptyState>
)
