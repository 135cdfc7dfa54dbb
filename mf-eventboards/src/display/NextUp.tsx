import { PlayerName, useLettersOf, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { QueueCall } from '../event/eventView'
import { pageOf } from '../event/turns'
import css from './NextUp.module.css'

/** Names that a line has room for. */
const room = { wide: 8, tall: 4 } as const
const leastCalls = { wide: 2, tall: 1 } as const

/** Who is to play next, and where. */
export function NextUp({ calls, slot }: { calls: readonly QueueCall[]; slot: number }) {
  const { shape } = useStage()
  const longest = Math.max(1, ...calls.map(({ names }) => names.length))
  const { page } = pageOf(calls, Math.max(leastCalls[shape], Math.floor(room[shape] / longest)), slot)
  const most = Math.max(2, Math.floor(room[shape] / page.length))
  useLettersOf(page.map(({ machine }) => machine).join(' '))
  return (
    <section className={css.strip} style={{ '--calls': page.length } as CSSProperties} aria-label="Next up">
      <h3 className={css.title}>Next up</h3>
      <ol className={css.calls}>
        {page.map(({ key, machine, names }) => (
          <li key={key} className={css.call}>
            <p className={css.machine}>{machine || 'Next free machine'}</p>
            <div className={css.names}>
              {names.slice(0, most).map((name, at) => (
                <span key={at} className={css.who}>
                  <PlayerName name={name} />
                </span>
              ))}
              {names.length > most && <span className={css.more}>{`+${names.length - most}`}</span>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
