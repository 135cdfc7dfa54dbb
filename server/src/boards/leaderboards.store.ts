import type { LeaderboardInput, LeaderboardSettings } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, Selectable } from 'kysely'
import type { LeaderboardsTable, Tables } from '../database/tables'
import { mayCountMachine } from './machineVisibility'

type Db = Kysely<Tables>

export type LeaderboardRow = Selectable<LeaderboardsTable>

/** What a leaderboard counts, and its whitelists. */
export type LeaderboardParts = Pick<LeaderboardInput, 'items' | 'venuemachines' | 'players'>

const itemType = sql`case when i.venue_machine_id is not null then 'venuemachine' when i.machine_id is not null then 'machine' else 'machinegroup' end`
const itemId = sql`coalesce(i.venue_machine_id, i.machine_id, i.machine_group_id)`

/** The parts of each leaderboard, in their order. */
export async function partsOf(db: Db, leaderboardIds: number[]): Promise<Map<number, LeaderboardParts>> {
  const { rows } = await sql<LeaderboardParts & { leaderboard: number }>`
    select l.id as leaderboard,
      (select coalesce(json_agg(json_build_object('id', ${itemId}, 'type', ${itemType}, 'order', i."order") order by i."order"), '[]')
        from leaderboard_items i where i.leaderboard_id = l.id) as items,
      (select coalesce(json_agg(w.venue_machine_id order by w.place), '[]') from leaderboard_venue_machines w where w.leaderboard_id = l.id) as venuemachines,
      (select coalesce(json_agg(p.user_id order by p.place), '[]') from leaderboard_players p where p.leaderboard_id = l.id) as players
    from leaderboards l where l.id = any (${leaderboardIds}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ leaderboard, ...parts }) => [leaderboard, parts]))
}

/** Gives a leaderboard these parts in place of those before. */
export async function replaceParts(db: Db, leaderboardId: number, { items, venuemachines, players }: LeaderboardParts): Promise<void> {
  await db.deleteFrom('leaderboard_items').where('leaderboard_id', '=', leaderboardId).execute()
  await db.deleteFrom('leaderboard_venue_machines').where('leaderboard_id', '=', leaderboardId).execute()
  await db.deleteFrom('leaderboard_players').where('leaderboard_id', '=', leaderboardId).execute()
  const idOf = (item: (typeof items)[number], type: typeof item.type) => (item.type === type ? item.id : null)
  await db
    .insertInto('leaderboard_items')
    .values(
      items.map((item) => ({
        leaderboard_id: leaderboardId,
        order: item.order,
        venue_machine_id: idOf(item, 'venuemachine'),
        machine_id: idOf(item, 'machine'),
        machine_group_id: idOf(item, 'machinegroup'),
      })),
    )
    .execute()
  await sql`
    insert into leaderboard_venue_machines (leaderboard_id, venue_machine_id, place)
    select ${leaderboardId}, id, place from unnest(${venuemachines}::bigint[]) with ordinality as given (id, place)
  `.execute(db)
  await sql`
    insert into leaderboard_players (leaderboard_id, user_id, place)
    select ${leaderboardId}, id, place from unnest(${players}::bigint[]) with ordinality as given (id, place)
  `.execute(db)
}

/** Which of these titles, groups and users there are. */
export async function existing(db: Db, table: 'machines' | 'machine_groups' | 'users', ids: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.table(table)} where id = any (${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The items with their names, without machines that this owner may not count any more. */
const namedItems = sql`
  select ${itemId} as id, ${itemType} as type, i."order", coalesce(m.name, g.name) as name,
    i.venue_machine_id, i.machine_id, i.machine_group_id
  from leaderboard_items i
  left join venue_machines vm on vm.id = i.venue_machine_id
  left join machines m on m.id = coalesce(i.machine_id, vm.machine_id)
  left join machine_groups g on g.id = i.machine_group_id
  where i.leaderboard_id = l.id and (i.venue_machine_id is null or ${mayCountMachine(sql.ref('i.venue_machine_id'), sql.ref('l.owner_id'))})`

/** The machines of the whitelist that are among what the items name. */
const countedOfWhitelist = sql`
  select count(*) from leaderboard_venue_machines w
  join venue_machines vm on vm.id = w.venue_machine_id
  join machines m on m.id = vm.machine_id
  where w.leaderboard_id = l.id and ${mayCountMachine(sql.ref('w.venue_machine_id'), sql.ref('l.owner_id'))}
    and exists (select from (${namedItems}) i where i.venue_machine_id = vm.id or i.machine_id = m.id or i.machine_group_id = m.group_id)`

interface SettingsRow extends LeaderboardRow {
  items: LeaderboardSettings['items']
  machine_count: number | null
  player_count: number | null
}

/** All that a viewer's first paint needs but the scores; who may see it is asked before. Undefined when it is gone. */
export async function readLeaderboardSettings(db: Db, id: number): Promise<LeaderboardSettings | undefined> {
  const { rows } = await sql<SettingsRow>`
    select l.*,
      (select coalesce(json_agg(json_build_object('id', i.id, 'type', i.type, 'order', i."order", 'name', i.name) order by i."order"), '[]')
        from (${namedItems}) i) as items,
      case
        when (l.filter_by_venuemachines or l.machine_type = 'selected')
          and exists (select from leaderboard_venue_machines w where w.leaderboard_id = l.id) then (${countedOfWhitelist})
        when not exists (select from leaderboard_items i where i.leaderboard_id = l.id and i.venue_machine_id is null) then (select count(*) from (${namedItems}) i)
      end as machine_count,
      case when l.player_type = 'invited' then
        (select nullif(count(*), 0) from leaderboard_players p where p.leaderboard_id = l.id)
      end as player_count
    from leaderboards l where l.id = ${id}
  `.execute(db)
  const [row] = rows
  return row && {
    id: row.id,
    title: row.title,
    display_title: row.display_title,
    background_color: row.background_color,
    items: row.items,
    items_per_list: row.items_per_list,
    one_score_per_player: row.one_score_per_player,
    leaderboard_time_type: row.time_type,
    score_start_time: row.score_start_time?.toISOString() ?? null,
    score_end_time: row.score_end_time?.toISOString() ?? null,
    last_time_bucket: row.last_time_bucket,
    last_time_timezone: row.last_time_timezone,
    last_time_count: row.last_time_count,
    machine_count: row.machine_count,
    player_count: row.player_count,
  }
}
