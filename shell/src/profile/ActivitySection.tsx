import { listActivity } from '@multiball/shared/api'
import { Unread, useRead } from '@multiball/shared/queries'
import type { SecurityEvent } from '@multiball/shared/schema'
import { Button, styles } from '@multiball/shared/ui'
import { useEffect, useRef, useState } from 'react'
import { Entry, Section } from './Section'
import css from './Section.module.css'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' })
const fewest = 5
const most = 100

/** Where the words of the log read badly. */
const happened: Partial<Record<string, string>> = {
  'account made': 'Account created',
  'API token made': 'API token created',
  'device key made': 'Device key created',
  'venue key made': 'Venue key created',
  'link for a reviewer made': 'Link for a reviewer created',
}
const refusals: Partial<Record<string, string>> = {
  login: 'Failed login',
  'TV paired': 'TV pairing refused',
  'device paired': 'Device pairing refused',
  'API token made': 'API token refused',
  'device key made': 'Device key refused',
  'password changed': 'Password change refused',
  'password reset': 'Password reset refused',
  'address change asked for': 'Email address change refused',
  'account deleted': 'Account deletion refused',
}
const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** What happened to the security of the own account of late. */
export function ActivitySection() {
  const [limit, setLimit] = useState(fewest)
  const read = useRead(['activity', limit], (signal) => listActivity(limit, signal), { keepsLast: true })
  const list = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const count = list?.results.length ?? 0
  const rows = useRef<HTMLUListElement>(null)
  // The button that was pressed is gone: reading goes on here.
  useEffect(() => {
    if (count > fewest && document.activeElement === document.body)
      rows.current?.querySelectorAll('li')[fewest]?.focus()
  }, [count])
  return (
    <Section title="Recent activity">
      <Unread read={read} what="your activity" />
      {list?.count === 0 && <p className={css.words}>Nothing yet.</p>}
      {list && list.count > 0 && (
        <ul ref={rows} className={`${styles.frame} ${css.list}`}>
          {list.results.map((event) => (
            <Row key={event.id} event={event} />
          ))}
        </ul>
      )}
      {list && limit < most && list.count > limit && <Button onPress={() => setLimit(most)}>Show more</Button>}
    </Section>
  )
}

function Row({ event: { event, refused, times, device, happened_at } }: { event: SecurityEvent }) {
  const what = refused ? (refusals[event] ?? `${capital(event)} (refused)`) : (happened[event] ?? capital(event))
  const words = `${what}${times > 1 ? `, ${times} times within an hour` : ''}`
  const when = moment.format(new Date(happened_at))
  return <Entry name={words} detail={device ? `${when}, ${device}` : when} />
}
