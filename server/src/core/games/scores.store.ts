import { testSessionMark } from '@multiball/shared/schema'
import type { Player } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { claimerJson, playerOf } from './claimers'
import type { ClaimerJson } from './claimers'

type Db = Kysely<Tables>

interface TopScoreRow {
  game_id: number
  /** digits */
  score: string
  settled_at: Date
  player: Player | null
}

/** The best scores of a machine, the earlier one first among equals. */
export async function listTopScores(db: Db, venueMachineId: number, limit: number): Promise<TopScoreRow[]> {
  const { rows } = await sql<Omit<TopScoreRow, 'player'> & { claimer: ClaimerJson | null }>`
    select s.game_id, s.score::text as score, s.settled_at, ${claimerJson} as claimer
    from settled_scores s
    left join game_claims c on c.game_id = s.game_id and c.position = s.position
    left join users u on u.id = c.user_id
    where s.venue_machine_id = ${venueMachineId}
    order by s.score desc, s.settled_at, s.game_id, s.position limit ${limit}
  `.execute(db)
  return rows.map(({ claimer, ...row }) => ({ ...row, player: claimer && playerOf(claimer) }))
}

/** The place that a score would take among a machine's scores. */
export async function rankOf(db: Db, venueMachineId: number, score: string): Promise<number> {
  const { rows } = await sql<{ better: number }>`
    select count(*)::int as better from settled_scores where venue_machine_id = ${venueMachineId} and score > ${score}::bigint
  `.execute(db)
  return (rows[0]?.better ?? 0) + 1
}

interface HotRow {
  id: number
  last_heard_at: Date | null
}

/** Sessions of test games are those in between. */
const [firstTest, lastTest] = [testSessionMark.padEnd(32, '0'), testSessionMark.padEnd(32, 'f')]

/** Machines of public boards with a game in progress that were seen since then, the most active one of the last hour first; test games do not count. */
export async function listHot(db: Db, seenSince: Date, hourAgo: Date, limit: number): Promise<HotRow[]> {
  // Of the games only indexes are read, but for tests: a machine may have games of years, and all machines are asked about.
  const { rows } = await sql<HotRow>`
    select m.id, m.last_heard_at
    from venue_machines m
    cross join lateral (select count(*) as games from games where venue_machine_id = m.id and started_at >= ${hourAgo}) lately
    cross join lateral (
      select count(*) filter (where started_at >= ${hourAgo}) as games, coalesce(bool_or(settled_at is null), false) as is_running
      from games where venue_machine_id = m.id and session_uuid between ${firstTest}::uuid and ${lastTest}::uuid
    ) tests
    where m.last_heard_at >= ${seenSince} and m.retired_at is null
      and exists (select from games where venue_machine_id = m.id and settled_at is null) and not tests.is_running
      and exists (select from open_machines open where open.id = m.id)
    order by lately.games - tests.games desc, m.last_heard_at desc, m.id limit ${limit}
  `.execute(db)
  return rows
}
