import { PlayerName, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { QueueCall } from '../event/eventView'
import { pageOf } from '../event/pages'
import css from './NextUp.module.css'

/** Calls side by side, and names of each. */
const places = { wide: 3, tall: 1 } as const
const namesOf = { one: 8, several: 4, tall: 4 } as const

/** Who is to play next, and where. */
export function NextUp({ calls, slot }: { calls: readonly QueueCall[]; slot: number }) {
  const { shape } = useStage()
  const { page } = pageOf(calls, places[shape], slot)
  const most = shape === 'tall' ? namesOf.tall : page.length === 1 ? namesOf.one : namesOf.several
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
