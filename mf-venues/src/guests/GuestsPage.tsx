import { guestScores, venues } from '@multiball/shared/api'
import { noticeState } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useLocation, useParams } from '@multiball/shared/routing'
import type { GuestScoreMode, VenueGuestScores, VenueGuestScoresChange } from '@multiball/shared/schema'
import { Banner, Button, LoadingRows, PageHeading, RadioCards, styles, Switch } from '@multiball/shared/ui'
import { useState } from 'react'
import { idIn } from '../ids'
import { Section } from '../machine/Section'
import { untilGone } from '../removal'
import { useStep } from '../useStep'
import css from './GuestsPage.module.css'
import { modes } from './modes'
import { Sheet } from './Sheet'

const againMs = 60_000
const hourAndMinute = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** How guests send scores at a venue: which machines take them, the code of the day, and the sheet for the wall. */
export function GuestsPage() {
  const id = idIn(useParams().venue)
  const list = `/venues${useLocation().search}`
  const venue = useRead(id === undefined ? undefined : ['venue', id], (signal) => venues.get(id!, signal))
  const read = useRead(
    id === undefined ? undefined : ['venueGuestScores', id],
    (signal) => guestScores.ofVenue(id!, signal),
    // The code of the day changes.
    { everyMs: againMs },
  )
  const { loaded } = read
  if (id === undefined || venue.loaded.type === 'missing' || loaded.type === 'missing')
    return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  const name = venue.loaded.type === 'ready' ? venue.loaded.value.name : ''
  return (
    <>
      <PageHeading title="Guests send scores" breadcrumb={{ label: 'Venues', to: list }} />
      <Unread
        read={read}
        what="how guests send scores"
        waiting={<LoadingRows label="Loading how guests send scores" />}
      />
      {loaded.type === 'ready' && (
        <Guests venue={id} name={name} known={loaded.value} onChanged={(changed) => read.change(() => changed)} />
      )}
    </>
  )
}

interface GuestsProps {
  venue: number
  /** of the venue */
  name: string
  known: VenueGuestScores
  onChanged(known: VenueGuestScores): void
}

function Guests({ venue, name, known, onChanged }: GuestsProps) {
  // What was chosen stands until it is stored.
  const [wanted, setWanted] = useState<VenueGuestScoresChange>({})
  const { isBusy, failure, act } = useStep()
  const { asks_day_code, on_walls, day_code, day_code_until, machines, always } = known

  const change = async (changed: VenueGuestScoresChange) => {
    if (isBusy) return
    setWanted(changed)
    await act(async () => onChanged(await guestScores.changeVenue(venue, changed)))
    setWanted({})
  }
  const revoke = (user: number) =>
    act(async () => {
      await untilGone(guestScores.revoke(venue, user))
      onChanged({ ...known, always: always.filter((one) => one.user.id !== user) })
    })

  const chosen = new Set(machines.map(({ mode }) => mode))
  const mode: GuestScoreMode | 'mixed' = wanted.mode ?? (chosen.size === 1 ? [...chosen][0]! : 'mixed')
  const asks = wanted.asks_day_code ?? asks_day_code
  return (
    <div className={css.sections}>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Section title={name}>
        {machines.length === 0 ? (
          <p className={styles.help}>No machines here yet.</p>
        ) : (
          <>
            <RadioCards<GuestScoreMode | 'mixed'>
              label={`All machines (${machines.length})`}
              options={modes}
              value={mode}
              onChange={(all) => all !== 'mixed' && void change({ mode: all })}
            />
            {mode === 'mixed' && (
              <p className={styles.help}>Your machines differ. What you choose here is for all of them.</p>
            )}
          </>
        )}
      </Section>
      <Section title="Code of the day">
        <Switch
          label="Ask for the code of the day"
          description="Four digits that people in your venue see, so that a photographed link is of no use at home."
          isSelected={asks}
          onChange={(isOn) => void change({ asks_day_code: isOn })}
        />
        {asks && (
          <div className={css.day}>
            <p className={css.dayCode} aria-label={`Code of the day: ${[...day_code].join(' ')}`}>
              {day_code}
            </p>
            <p className={styles.help}>
              {`Write it on the bar’s board. The next one comes at ${hourAndMinute.format(new Date(day_code_until))}; this one is good for twelve hours more.`}
            </p>
          </div>
        )}
      </Section>
      <Section title="Walls">
        <Switch
          label="Show the code of the machine on its scoreboards"
          description="A TV with claim codes shows it while nothing can be claimed, with the code of the day."
          isSelected={wanted.on_walls ?? on_walls}
          onChange={(isOn) => void change({ on_walls: isOn })}
        />
      </Section>
      {always.length > 0 && (
        <Section title="Always accepted">
          <ul className={css.always} aria-label="Accounts whose scores need no yes">
            {always.map(({ user }) => (
              <li key={user.id} className={styles.entry}>
                <span>{user.cached_display_name}</span>
                <Button
                  variant="quiet"
                  aria-label={`Ask me again about ${user.cached_display_name}`}
                  onPress={() => void revoke(user.id)}
                >
                  Ask me again
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Sheet venue={name} machines={machines} asksDayCode={asks} />
    </div>
  )
}
