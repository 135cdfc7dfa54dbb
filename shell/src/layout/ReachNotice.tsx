import { reachAtom } from '@multiball/shared/session'
import { Icon } from '@multiball/shared/ui'
import { useAtomValue } from 'jotai'
import css from './ReachNotice.module.css'

const timeOf = (ms: number) =>
  new Date(ms).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Says since when the server has not answered; nothing while it does. Always there, so that what appears in it is read out. */
export function ReachNotice() {
  const reach = useAtomValue(reachAtom)
  return (
    <div role="status" className={css.place}>
      {reach.type === 'lost' && (
        <p className={css.notice}>
          <Icon name="alert" />
          {reach.isOffline ? 'Offline' : 'Can’t reach the server'} since {timeOf(reach.since)}. Showing what was known.
        </p>
      )}
    </div>
  )
}
