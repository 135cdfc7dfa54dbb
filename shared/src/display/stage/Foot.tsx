import { timeOfDay, useNow } from '../clock'
import { Brand } from './Brand'
import css from './Foot.module.css'
import { useStage } from './stageContext'

export type Connection = 'connecting' | 'live' | 'polling' | 'offline'

export interface FootProps {
  connection: Connection
  /** ms, when the server was last seen */
  asOf?: number
  /** ms, when the game on show ended; a display may set it with useScene */
  finishedAt?: number
  /** in place of the connection's name, or of its age */
  words?: string
  /** the deployment's line */
  branding?: string
}

/** The last line of a board: how fresh it is, and who powers it. A grid's cells have none of their own. */
export function Foot({ connection, asOf, finishedAt, words, branding }: FootProps) {
  const now = useNow(60_000)
  const { layout, scene } = useStage()
  if (layout === 'cell') return null
  const finished = finishedAt ?? scene.finishedAt
  const isStale = (connection === 'polling' || connection === 'offline') && asOf !== undefined
  return (
    <footer className={css.foot} data-connection={connection}>
      <span className={css.side}>
        <Mark connection={connection} />
        <span>{words ?? (isStale ? `As of ${timeOfDay(asOf, now)}` : names[connection])}</span>
        {finished !== undefined && <span className={css.finished}>{`Finished ${timeOfDay(finished, now)}`}</span>}
      </span>
      <span className={css.brand}>
        <Brand line={branding} />
      </span>
    </footer>
  )
}

const names: Record<Connection, string> = {
  connecting: 'Connecting',
  live: 'Live',
  polling: 'Polling',
  offline: 'Offline',
}

/** Differs in shape first and in colour second. */
function Mark({ connection }: { connection: Connection }) {
  return (
    <svg className={`${css.mark} ${css[connection] ?? ''}`} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      {connection === 'live' && <circle cx="10" cy="10" r="8.5" />}
      {connection === 'connecting' && <circle className={css.hollow} cx="10" cy="10" r="7" />}
      {connection === 'polling' && <path className={css.hollow} d="M10 2 18 10 10 18 2 10Z" />}
      {connection === 'offline' && <path d="M2.5 2.5h15v15h-15z" />}
    </svg>
  )
}
