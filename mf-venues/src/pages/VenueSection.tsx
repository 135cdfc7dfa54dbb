import { Link } from '@multiball/shared/routing'
import type { Game } from '@multiball/shared/schema'
import { LinkButton, Menu, MenuItem, styles } from '@multiball/shared/ui'
import { useId } from 'react'
import { MachineRow } from './MachineRow'
import type { VenueWithMachines } from './useOwnVenues'
import parts from '../parts.module.css'
import css from './VenueSection.module.css'

interface VenueSectionProps {
  venue: VenueWithMachines
  /** the name that tells it apart from others, as it is heard */
  heardName: string
  games: ReadonlyMap<number, Game>
  now: Date
  /** what the owner does next is to add a machine here */
  isNext: boolean
  /** the end of the address, for pages that lead back here */
  search: string
  /** machines that bridges have found and that wait for the owner */
  foundCount: number
  onDelete(): void
}

/** One venue with its machines. */
export function VenueSection({
  venue: { id, name, machines },
  heardName,
  games,
  now,
  isNext,
  search,
  foundCount,
  onDelete,
}: VenueSectionProps) {
  const headingId = useId()
  return (
    <section id={`venue-${id}`} aria-labelledby={headingId}>
      <header className={parts.head}>
        <h2 className={css.name} id={headingId} tabIndex={-1}>
          {name}
          <span className={styles.unseen}>{heardName.slice(name.length)}</span>
        </h2>
        <div className={css.actions}>
          <LinkButton
            to={`/venues/${id}/machines/add`}
            variant={isNext ? 'primary' : 'secondary'}
            icon="plus"
            aria-label={`Add machine to ${heardName}`}
          >
            Add machine
          </LinkButton>
          <Menu label={`More for ${heardName}`}>
            <MenuItem icon="edit" to={`/venues/${id}/edit${search}`}>
              Edit
            </MenuItem>
            <MenuItem icon="upload" to={`/venues/${id}/machines/import`}>
              Import machines
            </MenuItem>
            <MenuItem icon="qr" to={`/venues/${id}/guests${search}`}>
              Guests send scores
            </MenuItem>
            <MenuItem icon="globe" to={`/venues/${id}/bridges`}>
              Bridges
            </MenuItem>
            <MenuItem icon="key" to={`/venues/${id}/key${search}`}>
              Venue key
            </MenuItem>
            <MenuItem icon="external" to={`/venues/webhooks?venue=${id}`}>
              Webhooks
            </MenuItem>
            <MenuItem icon="delete" tone="danger" onPress={onDelete}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      </header>
      {foundCount > 0 && (
        <p className={css.found}>
          {foundCount === 1 ? 'A bridge found a machine here.' : `Bridges found ${foundCount} machines here.`}{' '}
          <Link to={`/venues/${id}/bridges`}>{`Say which ${foundCount === 1 ? 'it is' : 'they are'}`}</Link>
        </p>
      )}
      {machines.length === 0 ? (
        <p className={parts.none}>
          No machines here yet. Add the first one from the catalogue, or{' '}
          <Link to={`/venues/${id}/machines/import`}>import a list</Link>.
        </p>
      ) : (
        <ul className={styles.rows} aria-label={`Machines of ${heardName}`}>
          {machines.map((machine) => (
            <MachineRow key={machine.id} machine={machine} game={games.get(machine.id)} now={now} search={search} />
          ))}
        </ul>
      )}
    </section>
  )
}
