import { NoticeBanner } from '@multiball/shared/pages'
import type { Notice } from '@multiball/shared/pages'
import { Unread } from '@multiball/shared/queries'
import { Button, LinkButton } from '@multiball/shared/ui'
import { useId, useState } from 'react'
import { useAddScore } from '../added/useAddScore'
import { useOwnVenues } from '../pages/useOwnVenues'
import type { VenueWithMachines } from '../pages/useOwnVenues'
import { BridgeLink, GuestsLink } from '../ways/links'
import { Ways } from '../ways/Ways'
import css from './HelpSection.module.css'

/** What can be connected, with what this owner can do now. */
export function HelpSection({ owner }: { owner: number }) {
  const read = useOwnVenues(owner)
  const { loaded } = read
  const headingId = useId()
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId}>What can I connect?</h2>
      <Unread read={read} what="your venues" />
      {loaded.type === 'ready' && <OwnersWays owner={owner} venues={loaded.value} />}
    </section>
  )
}

function OwnersWays({ owner, venues }: { owner: number; venues: readonly VenueWithMachines[] }) {
  const [notice, setNotice] = useState<Notice>()
  const addScore = useAddScore(owner, setNotice, () => {})
  const [first, ...others] = venues
  const machines = venues.flatMap((venue) => venue.machines)
  const begin = first ? (
    <LinkButton to={`/venues/${first.id}/machines/add`}>Add a machine</LinkButton>
  ) : (
    <LinkButton to="/venues/add">Add your venue</LinkButton>
  )
  const [unpaired, ...more] = machines.filter(({ has_device }) => !has_device)
  const pair = (
    <LinkButton to={unpaired && more.length === 0 ? `/venues/${unpaired.venue.id}/machines/${unpaired.id}` : '/venues'}>
      {unpaired && more.length === 0 ? `Pair ${unpaired.machine.name}` : 'Choose the machine'}
    </LinkButton>
  )
  const bridge = (kind: 'mpf' | 'vector') =>
    first ? <BridgeLink venue={others.length === 0 ? first.id : undefined} kind={kind} /> : begin
  return (
    <>
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      <div className={css.ways}>
        <Ways
          actions={{
            scorbit: machines.length > 0 ? pair : begin,
            mpf: bridge('mpf'),
            vector: bridge('vector'),
            nothing:
              machines.length > 0 ? (
                <>
                  <Button onPress={() => addScore.ask()}>Add a score by hand</Button>
                  <GuestsLink venue={others.length === 0 ? first?.id : undefined} />
                </>
              ) : (
                begin
              ),
          }}
        />
      </div>
      {addScore.sheet}
    </>
  )
}
