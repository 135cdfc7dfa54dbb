import { Thumbnail } from '@multiball/shared/boards'
import { Link } from '@multiball/shared/routing'
import type { Game, VenueMachine } from '@multiball/shared/schema'
import { Dot, Icon, styles } from '@multiball/shared/ui'
import css from './MachineRow.module.css'
import { gameLine, lastSeen, senderWords } from './words'

interface MachineRowProps {
  machine: VenueMachine
  game: Game | undefined
  now: Date
  /** the end of the address, for the way back here */
  search: string
}

/** One machine: what is played on it now, what sends for it, when it was last seen. The row opens its page. */
export function MachineRow({ machine, game, now, search }: MachineRowProps) {
  const { id, venue, has_device, has_key, last_heard_at } = machine
  const seen = lastSeen(last_heard_at, now)
  return (
    <li className={`${styles.row} ${css.row}`} data-machine={id}>
      <Thumbnail type="scoreboard" scores={game && { data: [game], epoch: '', seq: 0 }} />
      <div className={`${styles.rowNames} ${css.names}`}>
        <Link
          className={styles.rowLink}
          to={`/venues/${venue.id}/machines/${id}${search}`}
          title={machine.machine.name}
        >
          {machine.machine.name}
        </Link>
        <span className={`${styles.rowDetail} ${css.game}`} data-playing={game?.settled_on === null || undefined}>
          {gameLine(game)}
        </span>
      </div>
      <span className={css.sender} data-missing={!has_device && !has_key ? true : undefined}>
        {senderWords(machine)}
      </span>
      <span className={css.seen}>
        <Dot isOn={seen.isHere} />
        {seen.words}
      </span>
      <Icon name="chevron-right" />
    </li>
  )
}
