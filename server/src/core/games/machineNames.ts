import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { forgottenGuest } from './claimers'
import type { Games } from './games.service'
import { asksForAccounts, guestNameParts, isFitName } from './guests'

/**
 * Puts the names that a machine knows itself on the slots of its newest game, if that is of this session, as those of guests
 * whom no browser knows. A claim of a slot stays, and a name that the machine's owner took off does not come back.
 * Answers whether anything has changed.
 * @param names by slot
 */
export async function nameSlots(
  db: Kysely<Tables>,
  games: Pick<Games, 'newest' | 'claimed'>,
  venueMachineId: number,
  sessionUuid: string,
  names: ReadonlyMap<number, string>,
): Promise<boolean> {
  const game = await games.newest(venueMachineId)
  if (game?.state.sessionUuid !== sessionUuid) return false
  const given = [...names].flatMap(([position, text]) => {
    const name = isFitName(text) ? guestNameParts(text) : undefined
    const known = game.players.get(position)
    const isFree = known === undefined || known.id === forgottenGuest
    const isNew = known?.cached_display_name !== (name?.name ?? name?.initials)
    return name && isFree && isNew && (game.state.scores[position - 1] ?? null) !== null ? [{ position, ...name }] : []
  })
  // An owner may want only people with an account on the wall.
  if (given.length === 0 || (await asksForAccounts(db, venueMachineId))) return false
  const { rows } = await sql`
    with game as materialized (select id from games where id = ${game.id} and claims_removed = 0 for update)
    insert into game_claims (game_id, position, initials, name)
    select game.id, given.position, given.initials, given.name
    from game, json_to_recordset(${JSON.stringify(given)}::json) as given (position smallint, initials text, name text)
    on conflict (game_id, position) do update set initials = excluded.initials, name = excluded.name
      where game_claims.user_id is null and game_claims.guest_id is null
    returning 1
  `.execute(db)
  if (rows.length > 0) await games.claimed(venueMachineId)
  return rows.length > 0
}
