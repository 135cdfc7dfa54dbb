import { PlayerName, useStage } from '@multiball/shared/display'
import type { CSSProperties } from 'react'
import type { EventDocument } from '@multiball/shared/schema'
import { pageOf } from '../event/turns'
import css from './Standings.module.css'
import { rowsShape, type Room } from './sizes'

interface RosterProps {
  players: EventDocument['players']
  room: Room
  slot: number
  /** beside each other */
  mostColumns: number
}

/** Who plays, before anybody has a place. */
export function Roster({ players, room, slot, mostColumns }: RosterProps) {
  const { shape } = useStage()
  const { columns, rows, type } = rowsShape(shape, room, players.length, mostColumns)
  const { page, first } = pageOf(players, columns * rows, slot)
  return (
    <section
      className={css.standings}
      style={{ '--columns': columns, '--rows': rows, '--t': type } as CSSProperties}
      aria-label="Players"
    >
      <header className={css.head}>
        <h3 className={css.title}>Players</h3>
        {players.length > page.length && (
          <span className={css.range}>{`${first + 1}–${first + page.length} of ${players.length}`}</span>
        )}
      </header>
      <ol className={css.rows}>
        {page.map(({ id, name, initials, out }) => (
          <li key={id} className={out ? `${css.row} ${css.out}` : css.row}>
            <div className={css.name}>
              <PlayerName name={name} initials={initials} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
