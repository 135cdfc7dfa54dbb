import type { Player } from '@multiball/shared/schema'
import { sql } from 'kysely'
import { pictureAddress } from '../../ground/media/media.store'

/** Stands for guests who are forgotten; the ids of the others follow, beyond those of all users. */
export const forgottenGuest = 1_000_000_000

/**
 * Who claimed a slot, as JSON; null is nobody. For queries in which `c` is the row of game_claims and `u` the user's, each of
 * nulls where there is none. Guests have their letters for a name, or the name that they were entered with.
 */
export const claimerJson = sql<ClaimerJson | null>`
  case when u.id is not null or c.initials is not null then json_build_object(
    'id', coalesce(u.id, c.guest_id, ${sql.lit(forgottenGuest)}),
    'cached_display_name', coalesce(c.name, c.initials, nullif(u.display_name, ''), trim(u.first_name || ' ' || u.last_name)),
    'initials', coalesce(c.initials, u.initials), 'prefer_initials', case when c.initials is null then u.prefer_initials else c.name is null end, 'picture', encode(u.picture, 'hex')
  ) end`

/** An account as a player, as JSON. For queries in which `u` is the row of users; null where that is one of nulls. */
export const userJson = sql<ClaimerJson | null>`
  case when u.id is not null then json_build_object(
    'id', u.id, 'cached_display_name', coalesce(nullif(u.display_name, ''), trim(u.first_name || ' ' || u.last_name)),
    'initials', u.initials, 'prefer_initials', u.prefer_initials, 'picture', encode(u.picture, 'hex')
  ) end`

/** A player with the hash of the picture, in hex. */
export interface ClaimerJson extends Omit<Player, 'profile_picture'> {
  picture: string | null
}

export const playerOf = ({ picture, ...named }: ClaimerJson): Player => ({
  ...named,
  profile_picture: pictureAddress(picture),
})
