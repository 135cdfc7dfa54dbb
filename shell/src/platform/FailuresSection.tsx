import { platform } from '@multiball/shared/api'
import { Unread, useRead } from '@multiball/shared/queries'
import type { MappedFrame, PlatformFailure } from '@multiball/shared/schema'
import { Button, styles } from '@multiball/shared/ui'
import { useState } from 'react'
import { PlatformSection } from './PlatformSection'
import css from './Platform.module.css'

const fewest = 5
const most = 50

/** How versions failed in the last 30 days, newest first. */
export function FailuresSection() {
  const [limit, setLimit] = useState(fewest)
  const read = useRead(['platform failures', limit], (signal) => platform.failures(limit, signal), { keepsLast: true })
  const list = read.loaded.type === 'ready' ? read.loaded.value : undefined
  return (
    <PlatformSection title="Recent failures">
      <Unread read={read} what="failures" />
      {list?.count === 0 && <p className={css.detail}>Pages have reported none in the last 30 days.</p>}
      {list && list.count > 0 && (
        <ul className={`${styles.frame} ${css.list}`}>
          {list.results.map((failure) => (
            <Failure key={`${failure.day} ${failure.remote} ${failure.version} ${failure.code}`} failure={failure} />
          ))}
        </ul>
      )}
      {list && limit < most && list.count > limit && <Button onPress={() => setLimit(most)}>Show more</Button>}
    </PlatformSection>
  )
}

const placeOf = ({ file, line, column, source }: MappedFrame) =>
  source ? `${source.file}:${source.line}:${source.column}` : `${file}:${line}:${column}`

function Failure({ failure: { remote, version, code, day, count, message, frames } }: { failure: PlatformFailure }) {
  const [thrownAt, ...rest] = frames
  return (
    <li className={css.failure}>
      <p className={css.title}>
        {remote} <span className={css.number}>{version}</span>
      </p>
      <p className={css.detail}>
        {code}, {count} {count === 1 ? 'visit' : 'visits'} on {day}
      </p>
      {message !== null && <p className={css.message}>{message}</p>}
      {thrownAt && <p className={css.place}>{placeOf(thrownAt)}</p>}
      {rest.length > 0 && (
        <details className={css.others}>
          <summary>{rest.length === 1 ? 'Called from 1 place' : `Called through ${rest.length} places`}</summary>
          <ol className={css.places}>
            {rest.map((frame, at) => (
              <li key={at} className={css.place}>
                {placeOf(frame)}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}
