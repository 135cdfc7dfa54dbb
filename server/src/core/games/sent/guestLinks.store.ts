import { randomBytes } from 'node:crypto'
import type { GuestScoreMode, GuestScores, VenueGuestScoresChange } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { naturally } from '../../../ground/database/naturally'
import type { Tables } from '../../../ground/database'
import { userJson } from '../claimers'
import type { ClaimerJson } from '../claimers'

type Db = Kysely<Tables>

/** Too long to be guessed, and short enough for a small QR code. */
const newCode = () => randomBytes(12).toString('base64url')

/** A machine whose link takes scores. */
export interface OpenLink {
  venue_machine_id: number
  venue_id: number
  venue_name: string
  machine_id: number
  machine_name: string
  owner_id: number
  mode: Exclude<GuestScoreMode, 'off'>
  asks_day_code: boolean
  on_walls: boolean
}

const standingMachines = sql`venue_machines vm join venues v on v.id = vm.venue_id and v.retired_at is null and vm.retired_at is null`

/** Whose link takes scores, and which machine it is of; undefined where there is none, it is switched off, or the machine was removed. */
async function findOpenLink(db: Db, test: RawBuilder<unknown>): Promise<(OpenLink & { code: string }) | undefined> {
  const { rows } = await sql<OpenLink & { code: string }>`
    select vm.id as venue_machine_id, v.id as venue_id, v.name as venue_name, m.id as machine_id, m.name as machine_name, v.owner_id, link.code, link.mode,
      coalesce(s.asks_day_code, true) as asks_day_code, coalesce(s.on_walls, false) as on_walls
    from guest_links link join ${standingMachines} on vm.id = link.venue_machine_id
    join machines m on m.id = vm.machine_id left join guest_settings s on s.venue_id = v.id
    where link.mode <> 'off' and ${test}
  `.execute(db)
  return rows[0]
}

/** Not asked of the database for what no code looks like. */
export const findLinkByCode = async (db: Db, code: string) =>
  /^[\w-]{16}$/.test(code) ? findOpenLink(db, sql`link.code = ${code}`) : undefined

export const findLinkOf = (db: Db, venueMachineId: number) => findOpenLink(db, sql`vm.id = ${venueMachineId}`)

/** How a machine of this owner's takes guests' scores; undefined where it stands in no venue of theirs. */
export async function findGuestScores(
  db: Db,
  venueMachineId: number,
  ownerId: number,
): Promise<GuestScores | undefined> {
  const { rows } = await sql<GuestScores>`
    select coalesce(link.mode, 'off') as mode, link.code from ${standingMachines} left join guest_links link on link.venue_machine_id = vm.id
    where vm.id = ${venueMachineId} and v.owner_id = ${ownerId}
  `.execute(db)
  return rows[0]
}

/** Switches machines; each gets its link the first time that it is switched on. */
export async function setMode(db: Db, venueMachineIds: readonly number[], mode: GuestScoreMode): Promise<void> {
  if (venueMachineIds.length === 0) return
  if (mode === 'off')
    await db.updateTable('guest_links').set({ mode }).where('venue_machine_id', 'in', venueMachineIds).execute()
  else
    await db
      .insertInto('guest_links')
      .values(venueMachineIds.map((id) => ({ venue_machine_id: id, code: newCode(), mode })))
      .onConflict((conflict) => conflict.column('venue_machine_id').doUpdateSet({ mode }))
      .execute()
}

/** Gives a machine another link in place of the one that it has. */
export const renewCode = (db: Db, venueMachineId: number) =>
  db.updateTable('guest_links').set({ code: newCode() }).where('venue_machine_id', '=', venueMachineId).execute()

const machinesStandingIn = async (db: Db, venueId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('venue_machines')
      .select('id')
      .where('venue_id', '=', venueId)
      .where('retired_at', 'is', null)
      .execute()
  ).map(({ id }) => id)

/** Changes a venue's settings, and the mode of all machines that stand in it. */
export const changeVenueSettings = (db: Db, venueId: number, { mode, ...settings }: VenueGuestScoresChange) =>
  db.transaction().execute(async (trx) => {
    await trx
      .insertInto('guest_settings')
      .values({ venue_id: venueId, ...settings })
      .onConflict((conflict) => conflict.column('venue_id').doUpdateSet({ venue_id: venueId, ...settings }))
      .execute()
    if (mode !== undefined) await setMode(trx, await machinesStandingIn(trx, venueId), mode)
  })

/** What is stored of how a venue takes guests' scores. */
export async function readVenueSettings(db: Db, venueId: number) {
  const settings = await db.selectFrom('guest_settings').selectAll().where('venue_id', '=', venueId).executeTakeFirst()
  const { rows: machines } = await sql<{ id: number; name: string } & GuestScores>`
    select vm.id, m.name, coalesce(link.mode, 'off') as mode, link.code
    from venue_machines vm join machines m on m.id = vm.machine_id left join guest_links link on link.venue_machine_id = vm.id
    where vm.venue_id = ${venueId} and vm.retired_at is null order by ${naturally('m.sort_name')}, vm.id
  `.execute(db)
  const { rows: always } = await sql<{ player: ClaimerJson; since: Date }>`
    select ${userJson} as player, a.since from always_accepted a join users u on u.id = a.user_id
    where a.venue_id = ${venueId} order by a.since desc, u.id
  `.execute(db)
  return {
    asks_day_code: settings?.asks_day_code ?? true,
    on_walls: settings?.on_walls ?? false,
    machines,
    always,
  }
}

/** The scores of this account need a yes again. */
export const revokeAlways = (db: Db, venueId: number, userId: number) =>
  db.deleteFrom('always_accepted').where('venue_id', '=', venueId).where('user_id', '=', userId).execute()
