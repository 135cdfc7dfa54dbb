import type { LeaderboardSettings, RankingQuestion } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { mayCountMachine } from '../../boards/openMachines'
import type { TimeSettings } from './timeWindow'

type Db = Kysely<Tables>

/** What a leaderboard, or another board with such a question, counts. */
export interface LeaderboardScope {
  /**
   * Whose settled games can change it: these venue machines, and those that have one of these titles. No venue machine is
   * listed together with its title, so nothing counts twice. Both may be empty: then nothing counts.
   */
  watches: { venueMachineIds: number[]; machineIds: number[] }
  /** of these titles, the venue machines that count: the owner's, and others' that are open to everybody */
  countedOfTitles: number[]
  /** more than one title is counted: each score says of which it is */
  hasSeveralTitles: boolean
  /** only scores that these users claimed; undefined: everybody's, guests' too */
  players: number[] | undefined
  onePerPlayer: boolean
  /** scores shown at most */
  rows: number
  time: TimeSettings
}

/** All scores of one venue machine in this time, `rows` at most. */
export const scopeOfMachine = (venueMachineId: number, rows: number, time: TimeSettings): LeaderboardScope => ({
  watches: { venueMachineIds: [venueMachineId], machineIds: [] },
  countedOfTitles: [],
  hasSeveralTitles: false,
  players: undefined,
  onePerPlayer: false,
  rows,
  time,
})

interface ScopeRow {
  venue_machines: number[]
  titles: number[]
  counted_of_titles: number[]
  has_several: boolean
}

const idsOf = ({ items }: RankingQuestion, type: RankingQuestion['items'][number]['type']) =>
  items.filter((item) => item.type === type).map(({ id }) => id)

const standing = { machine: 'vm', venue: 'venue' }

const ids = (values: readonly number[]) => sql`unnest(${values}::bigint[])`

/** A whitelist restricts where it is switched on and has machines. */
const isWhitelisted = ({ filter_by_venuemachines, leaderboard_machine_type, venuemachines }: RankingQuestion) =>
  (filter_by_venuemachines || leaderboard_machine_type === 'selected') && venuemachines.length > 0

/**
 * What a question of this owner counts, its groups and whitelists resolved. Venue machines of others that are not open now, or
 * whose owners keep their scores to themselves, are left out, of titles and groups as of a whitelist, which still restricts
 * when none of its machines is left.
 */
export async function readScope(db: Db, ownerId: number, question: RankingQuestion): Promise<LeaderboardScope> {
  const whitelisted = isWhitelisted(question)
  const mayCount = mayCountMachine(sql`${ownerId}::bigint`, standing)
  const { rows } = await sql<ScopeRow>`
    with titles as (
      select id from ${ids(idsOf(question, 'machine'))} as given (id)
      union
      select m.id from machines m where m.group_id = any (${idsOf(question, 'machinegroup')}::bigint[])
    ),
    single as (select id from ${ids(idsOf(question, 'venuemachine'))} as given (id)),
    fitting as (
      select vm.id from ${ids(whitelisted ? question.venuemachines : [])} as w (id)
      join venue_machines vm on vm.id = w.id
      where vm.id in (select id from single) or vm.machine_id in (select id from titles)
      union
      select vm.id from single join venue_machines vm on vm.id = single.id
      where not ${whitelisted} and vm.machine_id not in (select id from titles)
    )
    select
      (
        select coalesce(json_agg(vm.id order by vm.id), '[]') from fitting join venue_machines vm on vm.id = fitting.id join venues venue on venue.id = vm.venue_id
        where ${mayCount}
      ) as venue_machines,
      (select coalesce(json_agg(titles.id order by titles.id), '[]') from titles where not ${whitelisted}) as titles,
      (
        select coalesce(json_agg(vm.id order by vm.id), '[]') from titles join venue_machines vm on vm.machine_id = titles.id join venues venue on venue.id = vm.venue_id
        where not ${whitelisted} and ${mayCount}
      ) as counted_of_titles,
      (select count(*) > 1 from (select vm.machine_id from fitting join venue_machines vm on vm.id = fitting.id union select id from titles where not ${whitelisted}) counted) as has_several
  `.execute(db)
  const row = rows[0]!
  return {
    watches: { venueMachineIds: row.venue_machines, machineIds: row.titles },
    countedOfTitles: row.counted_of_titles,
    hasSeveralTitles: row.has_several,
    players: isInvited(question) ? question.players : undefined,
    onePerPlayer: question.one_score_per_player,
    rows: question.items_per_list,
    time: timeOf(question),
  }
}

const isInvited = ({ leaderboard_player_type, players }: RankingQuestion) =>
  leaderboard_player_type === 'invited' && players.length > 0

/** What viewers are told of a question: its items by name, without machines that its owner may not count any more. */
export async function describeQuestion(
  db: Db,
  ownerId: number,
  question: RankingQuestion,
): Promise<Pick<LeaderboardSettings, 'items' | 'machine_count' | 'player_count'>> {
  const mayCount = mayCountMachine(sql`${ownerId}::bigint`, standing)
  const { items, venuemachines, players } = question
  const { rows } = await sql<{ items: LeaderboardSettings['items']; whitelisted: number; invited: number }>`
    with named as (
      select i.id, i.type, i."order", i.place, coalesce(m.name, g.name) as name
      from unnest(${items.map(({ id }) => id)}::bigint[], ${items.map(({ type }) => type)}::text[], ${items.map(({ order }) => order)}::integer[])
        with ordinality as i (id, type, "order", place)
      left join venue_machines vm on i.type = 'venuemachine' and vm.id = i.id
      left join venues venue on venue.id = vm.venue_id
      left join machines m on m.id = case i.type when 'machine' then i.id else vm.machine_id end
      left join machine_groups g on i.type = 'machinegroup' and g.id = i.id
      where i.type <> 'venuemachine' or ${mayCount}
    )
    select
      (select coalesce(json_agg(json_build_object('id', id, 'type', type, 'order', "order", 'name', name) order by place), '[]') from named) as items,
      (
        select count(*) from ${ids(isWhitelisted(question) ? venuemachines : [])} as w (id)
        join venue_machines vm on vm.id = w.id
        join venues venue on venue.id = vm.venue_id
        join machines m on m.id = vm.machine_id
        where ${mayCount} and exists (
          select from named where named.id = case named.type when 'venuemachine' then vm.id when 'machine' then m.id else m.group_id end
        )
      ) as whitelisted,
      (select count(*) from users where id = any (${isInvited(question) ? players : []}::bigint[])) as invited
  `.execute(db)
  const { items: named, whitelisted, invited } = rows[0]!
  const areMachines = items.every(({ type }) => type === 'venuemachine')
  return {
    items: named,
    machine_count: isWhitelisted(question) ? whitelisted : areMachines ? named.length : null,
    player_count: isInvited(question) ? invited : null,
  }
}

const msOf = (instant: string | null) => (instant === null ? null : Date.parse(instant))

function timeOf(question: RankingQuestion): TimeSettings {
  switch (question.leaderboard_time_type) {
    case 'all_time':
      return { type: 'all_time' }
    case 'time_box':
      return { type: 'time_box', start: msOf(question.score_start_time), end: msOf(question.score_end_time) }
    case 'last_calendar':
      return { type: 'last_calendar', bucket: question.last_time_bucket, zone: question.last_time_timezone }
    case 'last_rolling':
      return { type: 'last_rolling', days: question.last_time_count }
  }
}
