import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import type { TimeWindow } from './timeWindow'

/*
 * The best of a period among many machines, without reading all that was played in it. Of each machine and day of UTC the database
 * keeps what no score of it is better than (machine_days), so the scores that are no worse than what the last place's day promises are
 * all on the days that promise as much. Mostly these are enough (`promisedByDays`). Where a day has promised too much, or what it
 * promised does not count here, those days are read whole; what the last place takes then says which of the others can still
 * matter (`bestByDays`).
 */

const dayMs = 86_400_000
/** So many days of machines are looked through at most: a year among hundreds of machines is not. */
const mostDays = 20_000
/** For each place of the list there are so many days at least, of one machine or of several: of fewer, too large a part would be read. */
const leastDaysOfPlace = { one: 10, several: 6 }

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const momentOf = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())

/** Whether a list of `limit` is found through the days of so many machines. `nowMs`: ms since 1970. */
export function isFoundByDays(
  machines: number,
  { from, until = Infinity }: TimeWindow,
  limit: number,
  nowMs: number,
): boolean {
  if (from === undefined) return false
  // Only whole days promise anything; of today, nothing is outside yet.
  if (Math.ceil(from / dayMs) >= (until > nowMs ? Math.ceil(nowMs / dayMs) : Math.floor(until / dayMs))) return false
  const days = machines * Math.ceil((Math.min(until, nowMs) - from) / dayMs + 1)
  return days <= mostDays && days >= limit * (machines === 1 ? leastDaysOfPlace.one : leastDaysOfPlace.several)
}

/** A question that `isFoundByDays`. */
export interface ByDays {
  venueMachineIds: readonly number[]
  window: TimeWindow
  limit: number
  /** ms since 1970 */
  nowMs: number
  /** what scores have to fulfil besides */
  condition: RawBuilder<unknown>
}

const least = sql`'-9223372036854775808'::bigint`

/** The days of a question, and what the last place's promises; what those promise that are in the period only in part may be outside. */
const daysOf = ({ venueMachineIds, window: { from, until }, limit, nowMs }: ByDays) => sql`
  days as materialized (
    select d.* from unnest(${venueMachineIds}::bigint[]) as lane (id) cross join lateral (
      select venue_machine_id, day, highest from machine_days
      where venue_machine_id = lane.id and day >= ${dayOf(from!)}::date ${until === undefined ? sql`` : sql`and day <= ${dayOf(until)}::date`}
      offset 0
    ) d
  ),
  promised as (
    select coalesce((
      select highest from days where day >= ${dayOf(from! + dayMs - 1)}::date ${until === undefined || until > nowMs ? sql`` : sql`and day < ${dayOf(until)}::date`}
      order by highest desc offset ${limit - 1} limit 1
    ), ${least}) as score
  )`

/** The scores of these days. Each day by the index of the machine's times: "offset 0" keeps PostgreSQL from joining in another way. */
const scoresOf = ({ window: { from, until }, condition }: ByDays, days: RawBuilder<unknown>, more = sql``) => sql`
  select s.* from ${days} cross join lateral (
    select game_id, position, score, settled_at, user_id from settled_scores
    where venue_machine_id = d.venue_machine_id
      and settled_at >= greatest(d.day::timestamp at time zone 'UTC', ${momentOf(from)}::timestamptz)
      and settled_at < least((d.day + 1)::timestamp at time zone 'UTC', ${momentOf(until)}::timestamptz)
      ${condition} ${more}
    offset 0
  ) s`

const promising = sql`(select * from days where highest >= (select score from promised)) d`

/** Rows of settled_scores: all that are no worse than what the last place's day promises. Where they are at least `limit`, the best are among them. */
export const promisedByDays = (question: ByDays): RawBuilder<unknown> => sql`
  with ${daysOf(question)} ${scoresOf(question, promising, sql`and score >= (select score from promised)`)}`

/** Rows of settled_scores among which the best `limit` are. */
export const bestByDays = (question: ByDays): RawBuilder<unknown> => sql`
  with ${daysOf(question)},
  first as materialized (${scoresOf(question, promising)}),
  taken as (select coalesce((select score from first order by score desc offset ${question.limit - 1} limit 1), ${least}) as score)
  select * from first
  union all
  ${scoresOf(question, sql`(select * from days where highest < (select score from promised) and highest >= (select score from taken)) d`)}`

/** Forgets days before a moment of which no score is left. */
export async function removeOldDays(db: Kysely<Tables>, before: Date): Promise<void> {
  await sql`
    delete from machine_days d where day < (${before.toISOString()}::timestamptz at time zone 'UTC')::date and not exists (${scoreOfDay})
  `.execute(db)
}

const scoreOfDay = sql`
  select from settled_scores s where s.venue_machine_id = d.venue_machine_id
    and s.settled_at >= d.day::timestamp at time zone 'UTC' and s.settled_at < (d.day + 1)::timestamp at time zone 'UTC'`

const best = sql`
  select venue_machine_id, (settled_at at time zone 'UTC')::date as day, max(score) as score from settled_scores group by 1, 2`

/** Days of machines on which some score is better than the database says, or than nothing where it says nothing: none, unless somebody has written past it. Reads all scores. */
export async function countWrongDays(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::int as wrong from (${best}) best left join machine_days d using (venue_machine_id, day)
    where d.highest is null or d.highest < best.score
  `.execute(db)
  return rows[0]!.wrong
}

/** Writes all days anew, from all scores. Games that settle wait meanwhile. */
export async function rebuildDays(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table settled_scores in share mode`.execute(trx)
    await sql`delete from machine_days`.execute(trx)
    await sql`insert into machine_days (venue_machine_id, day, highest) ${best}`.execute(trx)
  })
}
