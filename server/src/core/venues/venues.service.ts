import type {
  AddedMachinesInput,
  Machine,
  OwnMachineInput,
  OwnTitleInput,
  Venue,
  VenueInput,
  VenueMachine,
  VenueMachineChange,
  VenueMachineInput,
} from '@multiball/shared/schema'
import { scoreToWire } from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import { ownedBy } from '../accounts/publicUser'
import type { PublicUserRow } from '../accounts/publicUser'
import type { BoardChanges } from '../boards/changes'
import { boardsShowing, boardsShowingOwnTitle, opensMachine, othersBoardsShowing } from '../boards/visibility'
import { hasTitles, ownTitles, renameOwnTitle } from '../catalogue/ownTitle'
import type { Tables } from '../../ground/database/tables'
import { forgetActor } from '../../ground/http/auth'
import type { Actor } from '../../ground/http/auth'
import { invalid, notFound } from '../../ground/http/refusals'
import {
  findOwner,
  findOwners,
  findVenueMachine,
  insertMissingMachines,
  insertVenueMachine,
  isShownInPublic,
  listVenueMachines,
  machinesOf,
  retireVenue,
  retireVenueMachine,
  updateVenue,
  updateVenueMachine,
} from './venues.store'
import type { CutOff, MachineListOptions, Retired, VenueMachineRow } from './venues.store'

type Db = Kysely<Tables>

export const venueAnswer = (
  venue: { id: number; name: string; time_zone: string | null; has_key: boolean },
  owner: PublicUserRow,
): Venue => ({
  id: venue.id,
  name: venue.name,
  user_roles: ownedBy(owner),
  time_zone: venue.time_zone,
  has_key: venue.has_key,
})

/** A machine as it is answered; what sends for it, and when it was last seen, only its owner is told. */
export const venueMachineAnswer = (row: VenueMachineRow, owner: PublicUserRow, isOwner: boolean): VenueMachine => ({
  id: row.id,
  venue: { id: row.venue_id, name: row.venue_name },
  machine: { id: row.machine_id, name: row.machine_name, display: row.display, player_count: row.player_count },
  user_roles: ownedBy(owner),
  ...(isOwner && {
    last_heard_at: row.last_heard_at?.toISOString() ?? null,
    has_device: row.has_device,
    has_key: row.has_key,
    key_is_shared: row.key_is_shared,
    counts_elsewhere: row.counts_elsewhere,
    mark: row.mark === null ? null : scoreToWire(BigInt(row.mark)),
  }),
})

/** Changes a venue; boards show its new name. Throws 404. */
export async function changeVenue(db: Db, changes: BoardChanges, id: number, ownerId: number, input: VenueInput) {
  const venue = await updateVenue(db, id, ownerId, input)
  if (!venue) throw notFound()
  for (const board of await boardsShowing(db, await machinesOf(db, id)))
    changes.announce({ ...board, reason: 'updated' })
  return venue
}

/** What sends for machines, and what is played on them: the business of areas that build on this one. */
export interface Retirement {
  cutOff: CutOff
  /** ends the games that are in progress; never throws */
  endGames(venueMachineIds: readonly number[]): Promise<void>
}

/** Removes a venue with its machines. Throws 404. */
export async function removeVenue(
  db: Db,
  id: number,
  ownerId: number,
  { cutOff, endGames }: Retirement,
): Promise<void> {
  await finish(await retireVenue(db, id, ownerId, cutOff), endGames)
}

/** The machines that a reader may see: his own, and those that are open to everybody. */
export async function venueMachinesFor(
  db: Db,
  options: MachineListOptions,
): Promise<{ count: number; machines: VenueMachine[] }> {
  const { count, rows } = await listVenueMachines(db, options)
  const owners = await findOwners(
    db,
    rows.map(({ owner_id }) => owner_id),
  )
  return {
    count,
    machines: rows.map((row) => venueMachineAnswer(row, owners.get(row.owner_id)!, row.owner_id === options.reader)),
  }
}

/** The owner's machine, one that a public board shows, or one of a private board whose key is given. Throws 404. */
export async function venueMachineFor(db: Db, actor: Actor, id: number, key?: string): Promise<VenueMachine> {
  const row = await findVenueMachine(db, id)
  const isOwner = actor.type === 'user' && actor.userId === row?.owner_id
  const isVisible =
    isOwner || (await isShownInPublic(db, id)) || (key !== undefined && (await opensMachine(db, key, id)))
  if (!row || !isVisible) throw notFound()
  return venueMachineAnswer(row, await findOwner(db, row.owner_id), isOwner)
}

/** Puts a machine into a venue. Answers its id. Throws 400. */
export const addVenueMachine = (db: Db, ownerId: number, { venue, machine }: VenueMachineInput): Promise<number> =>
  placed(
    insertVenueMachine(db, ownerId, venue, async (trx) => {
      await requireTitles(trx, ownerId, [machine])
      return machine
    }),
  )

/** Puts a machine into a venue that its owner describes. Answers its id. Throws 400. */
export const addOwnMachine = (db: Db, ownerId: number, { venue, ...machine }: OwnMachineInput): Promise<number> =>
  placed(
    insertVenueMachine(db, ownerId, venue, async (trx) => {
      const [title] = await ownTitles(trx, ownerId, [machine])
      return title!
    }),
  )

/**
 * Puts machines into a venue, but for those whose title stands there: titles, and what their owner describes. Answers how many
 * came. Throws 400.
 */
export const addListedMachines = (
  db: Db,
  ownerId: number,
  venue: number,
  machines: v.InferOutput<typeof AddedMachinesInput>['machines'],
): Promise<number> =>
  placed(
    insertMissingMachines(db, ownerId, venue, async (trx) => {
      const titles = machines.flatMap((machine) => ('machine' in machine ? [machine.machine] : []))
      await requireTitles(trx, ownerId, titles)
      const described = machines.flatMap((machine) => ('machine' in machine ? [] : [machine]))
      return [...titles, ...(await ownTitles(trx, ownerId, described))]
    }),
  )

async function requireTitles(trx: Db, ownerId: number, titles: readonly number[]): Promise<void> {
  if (!(await hasTitles(trx, ownerId, titles))) throw invalid({ machine: ['There is no such machine'] })
}

/** Changes the description of a title of the owner's own; boards show its new name. Throws 404. */
export async function changeOwnTitle(
  db: Db,
  changes: BoardChanges,
  id: number,
  ownerId: number,
  described: OwnTitleInput,
): Promise<Machine> {
  // Asked before: it may go into another title.
  const boards = await boardsShowingOwnTitle(db, id, ownerId)
  const machine = await renameOwnTitle(db, ownerId, id, described)
  if (!machine) throw notFound()
  for (const board of boards) changes.announce({ ...board, reason: 'updated' })
  return machine
}

async function placed(inserted: Promise<number | undefined>): Promise<number> {
  const answer = await inserted
  if (answer === undefined) throw invalid({ venue: ['You have no such venue'] })
  return answer
}

/** Sets a machine's mark, and whether other people's leaderboards count it; those that name it by its title alone notice by themselves. Throws 404. */
export async function changeVenueMachine(
  db: Db,
  changes: BoardChanges,
  id: number,
  ownerId: number,
  change: v.InferOutput<typeof VenueMachineChange>,
): Promise<void> {
  if (!(await updateVenueMachine(db, id, ownerId, change))) throw notFound()
  if (change.counts_elsewhere === undefined) return
  for (const board of await othersBoardsShowing(db, [id], ownerId)) changes.announce({ ...board, reason: 'updated' })
}

/** Takes a machine out of its venue: its scores stay, its device and key are cut off, its game ends. Throws 404. */
export async function removeVenueMachine(
  db: Db,
  id: number,
  ownerId: number,
  { cutOff, endGames }: Retirement,
): Promise<void> {
  await finish(await retireVenueMachine(db, id, ownerId, cutOff), endGames)
}

/** Once machines are retired. Throws 404 when there were none of this owner. */
async function finish(retired: Retired | undefined, endGames: Retirement['endGames']): Promise<void> {
  if (!retired) throw notFound()
  // First, so that nothing begins another game.
  for (const hash of retired.senders) forgetActor(hash)
  await endGames(retired.machines)
}
