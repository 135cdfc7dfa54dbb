import type { Game } from '@multiball/shared/schema'
import { LinkButton, Menu, MenuItem, styles } from '@multiball/shared/ui'
import { MachineRow } from './MachineRow'
import type { VenueWithMachines } from './useOwnVenues'
import { headingId } from './focusAfter'
import css from './VenueSection.module.css'

interface VenueSectionProps {
  venue: VenueWithMachines
  games: ReadonlyMap<number, Game>
  now: Date
  /** what the owner does next is to add a machine here */
  isNext: boolean
  onDelete(): void
}

/** One venue with its machines. */
export function VenueSection({ venue: { id, name, machines }, games, now, isNext, onDelete }: VenueSectionProps) {
  return (
    <section aria-labelledby={headingId(id)}>
      <header className={css.head}>
        <h2 className={css.name} id={headingId(id)} tabIndex={-1}>
          {name}
        </h2>
        <div className={css.actions}>
          <LinkButton to={`/venues/${id}/machines/add`} variant={isNext ? 'primary' : 'secondary'} icon="plus" aria-label={`Add machine to ${name}`}>
            Add machine
          </LinkButton>
          <Menu label={`More for ${name}`}>
            <MenuItem icon="edit" to={`/venues/${id}/edit`}>
              Rename
            </MenuItem>
            <MenuItem icon="delete" tone="danger" onPress={onDelete}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      </header>
      {machines.length === 0 ? (
        <p className={css.none}>No machines here yet. Add the first one from the catalogue.</p>
      ) : (
        <ul className={styles.rows} aria-label={`Machines of ${name}`}>
          {machines.map((machine) => (
            <MachineRow key={machine.id} machine={machine} game={games.get(machine.id)} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}
