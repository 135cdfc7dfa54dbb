import { venues } from '@multiball/shared/api'
import { Unread } from '@multiball/shared/queries'
import { NoticeBanner, useNotice } from '@multiball/shared/pages'
import type { VenueMachine } from '@multiball/shared/schema'
import { EmptyState, LinkButton, LoadingRows, PageHeading } from '@multiball/shared/ui'
import { useState } from 'react'
import { sentenceOf } from '../sentenceOf'
import { DeleteVenueDialog } from './DeleteVenueDialog'
import { focusAfter } from './focusAfter'
import { useGamesNow } from './useGamesNow'
import { useOwnVenues } from './useOwnVenues'
import type { VenueWithMachines } from './useOwnVenues'
import { VenueSection } from './VenueSection'
import css from './VenuesPage.module.css'

/** One that was never seen has no game to ask for. */
const wasSeen = ({ last_heard_at }: VenueMachine) => last_heard_at !== null

/** The owner's venues: what stands in them, and what is played there now. */
export function VenuesPage({ owner }: { owner: number }) {
  const read = useOwnVenues(owner)
  const { loaded, refresh } = read
  const found = loaded.type === 'ready' ? loaded.value : []
  const games = useGamesNow(found.flatMap(({ machines }) => machines.filter(wasSeen).map(({ id }) => id)))
  const [notice, setNotice] = useNotice()
  const [asked, setAsked] = useState<VenueWithMachines>()
  const machineCount = found.reduce((count, { machines }) => count + machines.length, 0)
  const firstEmpty = found.find(({ machines }) => machines.length === 0)

  const remove = async (venue: VenueWithMachines) => {
    const { id, name } = venue
    setAsked(undefined)
    try {
      await venues.remove(id)
      setNotice({ text: `${name} deleted!`, tone: 'success' })
    } catch (error) {
      setNotice({ text: sentenceOf(error), tone: 'error' })
    }
    await refresh()
    focusAfter(venue, found)
  }

  return (
    <>
      <PageHeading
        title="Venues"
        count={found.length > 0 ? machineCount : undefined}
        countLabel={machineCount === 1 ? 'machine' : 'machines'}
        actions={
          found.length > 0 && (
            <LinkButton to="/venues/add" variant={firstEmpty ? 'secondary' : 'primary'}>
              + Add Venue
            </LinkButton>
          )
        }
      />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      <Unread read={read} what="your venues" waiting={<LoadingRows label="Loading your venues" hasPicture />} />
      {loaded.type === 'ready' && found.length === 0 && <NoVenues />}
      <div className={css.venues}>
        {found.map((venue) => (
          <VenueSection key={venue.id} venue={venue} games={games} now={new Date()} isNext={venue === firstEmpty} onDelete={() => setAsked(venue)} />
        ))}
      </div>
      <DeleteVenueDialog venue={asked} onConfirm={(venue) => void remove(venue)} onCancel={() => setAsked(undefined)} />
    </>
  )
}

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
