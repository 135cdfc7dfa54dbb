import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

const isOwn = (venueMachineId: RawBuilder<unknown>, ownerId: RawBuilder<unknown>) => sql`exists (
  select from venue_machines standing join venues place on place.id = standing.venue_id
  where standing.id = ${venueMachineId} and place.owner_id = ${ownerId}
)`

/**
 * Whether a board's owner may show a machine: his own, and others' that are open to everybody.
 * Both are columns or values, the machine's id and the owner's.
 */
export const mayShowMachine = (venueMachineId: RawBuilder<unknown>, ownerId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  ${isOwn(venueMachineId, ownerId)} or exists (select from open_machines open where open.id = ${venueMachineId})
)`

/** Whether a leaderboard's owner may count a machine: as mayShowMachine, but for others' whose owners keep their scores to themselves. */
export const mayCountMachine = (venueMachineId: RawBuilder<unknown>, ownerId: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  ${isOwn(venueMachineId, ownerId)} or exists (
    select from open_machines open join venue_machines shared on shared.id = open.id
    where open.id = ${venueMachineId} and shared.counts_elsewhere
  )
)`
