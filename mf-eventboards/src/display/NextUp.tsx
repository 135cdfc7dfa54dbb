import { PlayerName, useLettersOf, useStage } from '@multiball/shared/display'
import type { QueueCall } from '../event/eventView'
import { pageOf } from '../event/turns'
import { areTight, callsShown, namesShown } from './callsShown'
import css from './NextUp.module.css'

/** Who is to play next, and where. */
export function NextUp({ calls, slot }: { calls: readonly QueueCall[]; slot: number }) {
  const { shape } = useStage()
  const { page } = pageOf(calls, callsShown(shape, calls), slot)
  const most = namesShown(shape, page.length)
  useLettersOf(page.map(({ machine }) => machine).join(' '))
  return (
    <section className={css.strip} data-tight={areTight(shape, page) || undefined} aria-label="Next up">
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
