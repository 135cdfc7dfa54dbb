import { sql, type Kysely } from 'kysely'
import type { Tables } from './ground/database'

/** An account, and the bytes of what it has stored, as the disk holds them. */
interface HeavyAccount {
  username: string
  bytes: number
}

const named = 3

/**
 * The accounts that have stored most, in a sentence for the log: games and their timelines, logs, pictures, documents of feeds.
 * Undefined where nobody has stored anything. Goes through all games: for when the disk fills up.
 */
export async function heaviestLine(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<HeavyAccount>`
    select u.username, sum(held.bytes)::float8 as bytes from (
      select v.owner_id, coalesce(pg_column_size(g.*), 0) + coalesce(pg_column_size(l.timeline), 0) + coalesce(pg_column_size(t.points), 0) as bytes
      from games g join venue_machines m on m.id = g.venue_machine_id join venues v on v.id = m.venue_id
      left join game_logs l on l.game_id = g.id left join game_timelines t on t.game_id = g.id
      union all
      select i.owner_id, octet_length(p.bytes) from slideshow_images i join media p on p.hash = i.media
      union all
      select owner_id, octet_length(bytes) from score_photos
      union all
      select b.owner_id, pg_column_size(f.document) from board_feeds f join boards b on b.type = f.board_type and b.id = f.board_id
    ) held join users u on u.id = held.owner_id
    group by u.id order by bytes desc, u.id limit ${named}
  `.execute(db)
  if (rows.length === 0) return undefined
  return `Most is stored by these accounts: ${rows.map(({ username, bytes }) => `${username} (${Math.ceil(bytes / 1e6)} MB)`).join(', ')}.`
}
