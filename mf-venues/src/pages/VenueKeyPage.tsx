import { allRows, listVenueMachines, venues } from '@multiball/shared/api'
import { pageConfig } from '@multiball/shared/client'
import { noticeState } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useLocation, useParams } from '@multiball/shared/routing'
import { CopyButton, PageHeading, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import { idIn } from '../ids'
import { KeyBlock } from '../machine/connect/KeyBlock'
import { useShownKey } from '../machine/connect/useShownKey'
import { Section } from '../machine/Section'
import { newUuid } from '../newUuid'
import css from './VenueKeyPage.module.css'

const pageSize = 500

/** The key for final scores of all machines of a venue. */
export function VenueKeyPage() {
  const id = idIn(useParams().venue)
  const read = useRead(id === undefined ? undefined : ['venue', id], (signal) => venues.get(id!, signal))
  const machines = useRead(id === undefined ? undefined : ['machinesOfVenue', id], async (signal) =>
    allRows((offset) => listVenueMachines({ venue: id, limit: pageSize, offset }, signal)),
  )
  const { loaded, refresh } = read
  const list = `/venues${useLocation().search}`
  const { key, setKey, question } = useShownKey(
    'The key is shown only once. Copy it first, then press “I have stored it”.',
  )
  if (!id || loaded.type === 'missing') return <Navigate to="/venues" replace state={noticeState('Item not found.')} />
  const standing = machines.loaded.type === 'ready' ? machines.loaded.value : []
  return (
    <>
      <PageHeading title="Venue key" breadcrumb={{ label: 'Venues', to: list }} />
      <Unread read={read} what="the venue" />
      {loaded.type === 'ready' && (
        <div className={css.sections}>
          <Section title={loaded.value.name}>
            <KeyBlock
              kind="venue"
              id={id}
              name={loaded.value.name}
              hasKey={loaded.value.has_key === true}
              shownKey={key}
              isNext
              onKey={setKey}
              onChanged={() => void refresh()}
            />
          </Section>
          <Example shownKey={key} machine={standing[0]?.id} />
          {standing.length > 0 && (
            <Section title="Numbers of the machines">
              <ul className={css.numbers} aria-label="Numbers of the machines">
                {standing.map(({ id: number, machine }) => (
                  <li key={number}>
                    <code>{number}</code> {machine.name}
                  </li>
                ))}
              </ul>
            </Section>
          )}
        </div>
      )}
      {question}
    </>
  )
}

/** A final score in one command, with the key filled in while it is shown. */
function Example({ shownKey = 'YOUR_VENUE_KEY', machine = 1 }: { shownKey?: string; machine?: number }) {
  const [uuid] = useState(newUuid)
  const server = pageConfig().apiHost || location.origin
  const command = `curl ${server}/api/score/ -H "Authorization: Token ${shownKey}" -H "Content-Type: application/json" \\
  -d '{"session_uuid":"${uuid}","machine":${machine},"name":"ACE","score":1234567}'`
  return (
    <Section title="A final score in one command">
      <pre className={css.command} aria-label="Example in curl">
        {command}
      </pre>
      <p className={styles.help}>Each game needs a new session_uuid. The same one sent again is the same score.</p>
      <div>
        <CopyButton text={command} what="command" />
      </div>
    </Section>
  )
}
