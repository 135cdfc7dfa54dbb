import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { mayCountMachine } from '../../boards/machineVisibility'
import type { Tables } from '../../database/tables'
import type { TimeBucket, TimeSettings } from './timeWindow'

type Db = Kysely<Tables>

/** What a leaderboard counts. */
export interface LeaderboardScope {
  /**
   * Whose settled games can move it: these venue machines, and those that have one of these titles. No venue machine stands
   * here beside its title, so nothing counts twice. Both may be empty: then nothing counts.
   */
  watches: { venueMachineIds: number[]; machineIds: number[] }
  /** of these titles, the venue machines that count: the owner's, and others' that are open to everybody */
  countedOfTitles: number[]
  /** only scores that these users claimed; undefined: everybody's, guests' too */
  players: number[] | undefined
  onePerPlayer: boolean
  /** scores shown at most */
  rows: number
  time: TimeSettings
}

interface ScopeRow {
  items_per_list: number
  one_score_per_player: boolean
  time_type: TimeSettings['type']
  score_start_time: Date | null
  score_end_time: Date | null
  last_time_bucket: TimeBucket
  last_time_timezone: string | null
  last_time_count: number
  is_invited: boolean
  players: number[]
  venue_machines: number[]
  titles: number[]
  counted_of_titles: number[]
}

/**
 * What a leaderboard counts, its groups and whitelists resolved. Venue machines of others that are not open now, or whose
 * owners keep their scores to themselves, are left out, of titles and groups as of a whitelist, which still restricts when none of its machines is left. Undefined when there is no leaderboard.
 */
export async function readScope(db: Db, leaderboardId: number): Promise<LeaderboardScope | undefined> {
  const { rows } = await sql<ScopeRow>`
    with board as (
      select l.*,
        (l.filter_by_venuemachines or l.machine_type = 'selected')
          and exists (select from leaderboard_venue_machines w where w.leaderboard_id = l.id) as is_whitelisted
      from leaderboards l where l.id = ${leaderboardId}
    ),
    titles as (
      select i.machine_id as id from leaderboard_items i where i.leaderboard_id = ${leaderboardId} and i.machine_id is not null
      union
      select m.id from leaderboard_items i join machines m on m.group_id = i.machine_group_id where i.leaderboard_id = ${leaderboardId}
    ),
    single as (
      select i.venue_machine_id as id from leaderboard_items i where i.leaderboard_id = ${leaderboardId} and i.venue_machine_id is not null
    ),
    fitting as (
      select vm.id from board
      join leaderboard_venue_machines w on w.leaderboard_id = board.id
      join venue_machines vm on vm.id = w.venue_machine_id
      where board.is_whitelisted and (vm.id in (select id from single) or vm.machine_id in (select id from titles))
      union
      select vm.id from board
      join single on not board.is_whitelisted
      join venue_machines vm on vm.id = single.id
      where vm.machine_id not in (select id from titles)
    )
    select board.items_per_list, board.one_score_per_player, board.time_type, board.score_start_time, board.score_end_time,
      board.last_time_bucket, board.last_time_timezone, board.last_time_count, board.player_type = 'invited' as is_invited,
      (select coalesce(json_agg(p.user_id order by p.place), '[]') from leaderboard_players p where p.leaderboard_id = board.id) as players,
      (
        select coalesce(json_agg(fitting.id order by fitting.id), '[]') from fitting
        where ${mayCountMachine(sql.ref('fitting.id'), sql.ref('board.owner_id'))}
      ) as venue_machines,
      (select coalesce(json_agg(titles.id order by titles.id), '[]') from titles where not board.is_whitelisted) as titles,
      (
        select coalesce(json_agg(vm.id order by vm.id), '[]') from titles join venue_machines vm on vm.machine_id = titles.id
        where not board.is_whitelisted and ${mayCountMachine(sql.ref('vm.id'), sql.ref('board.owner_id'))}
      ) as counted_of_titles
    from board
  `.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    watches: { venueMachineIds: row.venue_machines, machineIds: row.titles },
    countedOfTitles: row.counted_of_titles,
    players: row.is_invited && row.players.length > 0 ? row.players : undefined,
    onePerPlayer: row.one_score_per_player,
    rows: row.items_per_list,
    time: timeOf(row),
  }
}

function timeOf(row: ScopeRow): TimeSettings {
  switch (row.time_type) {
    case 'all_time':
      return { type: 'all_time' }
    case 'time_box':
      return { type: 'time_box', start: row.score_start_time?.getTime() ?? null, end: row.score_end_time?.getTime() ?? null }
    case 'last_calendar':
      return { type: 'last_calendar', bucket: row.last_time_bucket, zone: row.last_time_timezone }
    case 'last_rolling':
      return { type: 'last_rolling', days: row.last_time_count }
  }
}
