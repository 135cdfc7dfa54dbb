import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/**
 * Whether a board's owner may show a machine: his own, and others' that are open to everybody.
 * Both are columns or values, the machine's id and the owner's.
 */
export const mayShowMachine = (venueMachineId: RawBuilder<unknown>, ownerId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  exists (
    select from venue_machines standing join venues place on place.id = standing.venue_id
    where standing.id = ${venueMachineId} and place.owner_id = ${ownerId}
  ) or exists (select from open_machines open where open.id = ${venueMachineId})
)`
