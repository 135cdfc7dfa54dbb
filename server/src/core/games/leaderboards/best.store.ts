import type { Player } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import { runKept } from '../../../ground/database/keptPlans'
import type { Tables } from '../../../ground/database/tables'
import { claimerJson, playerOf } from '../claimers'
import type { ClaimerJson } from '../claimers'
import { bestByDays, isFoundByDays, promisedByDays } from './machineDays.store'
import type { ByDays } from './machineDays.store'
import type { LeaderboardScope } from './scope'
import type { TimeWindow } from './timeWindow'

type Db = Kysely<Tables>

export interface BestRow {
  score: bigint
  settledAt: Date
  /** null is somebody who did not claim it */
  player: Player | null
  /** title of the machine that it was made on */
  machine: string
}

/** A score as it is read: `settled` is settled_at in PostgreSQL's own words, since a Date has no microseconds. */
interface StoredScore {
  game_id: number
  position: number
  /** digits */
  score: string
  settled: string
  user_id: number | null
}

interface StoredRow {
  score: string
  settled_at: Date
  claimer: ClaimerJson | null
  machine: string
}

/** The best scores within the window, in their order, `scope.rows` at most. `nowMs`: ms since 1970. */
export async function listBest(db: Db, scope: LeaderboardScope, window: TimeWindow, nowMs: number): Promise<BestRow[]> {
  if (scope.watches.venueMachineIds.length + scope.countedOfTitles.length === 0) return []
  return (await readBest(db, scope, window, nowMs)).map(({ score, settled_at, claimer, machine }) => ({
    score: BigInt(score),
    settledAt: settled_at,
    player: claimer && playerOf(claimer),
    machine,
  }))
}

async function readBest(db: Db, scope: LeaderboardScope, window: TimeWindow, nowMs: number): Promise<StoredRow[]> {
  const { watches, countedOfTitles, players, rows: limit } = scope
  const [machine, ...others] = [...watches.venueMachineIds, ...countedOfTitles]
  const isForever = window.from === undefined && window.until === undefined
  // Asked whenever a game settles on a scoreboard that shows what to beat, and to plan it takes ten times as long as to answer it.
  if (others.length === 0 && !players && !scope.onePerPlayer && isForever)
    return (await runKept(db, `best ${limit} of a machine`, withPlayers(limit, allOf(machine!, limit)))).rows
  const scores = players
    ? await invited(db, scope, players, window)
    : scope.onePerPlayer
      ? await onePerPlayer(db, scope, window, nowMs)
      : await bestScores(db, scope, window, limit, nowMs)
  return (await withPlayers(limit, scores).execute(db)).rows
}

/** How many rows a page has for each one shown: the best players are mostly there several times. */
const repeats = 4

/** Reads on until there are enough players. Each page leaves out players found already, so each brings somebody new. */
async function onePerPlayer(
  db: Db,
  scope: LeaderboardScope,
  window: TimeWindow,
  nowMs: number,
): Promise<RawBuilder<unknown>> {
  const limit = scope.rows * repeats
  const shown: StoredScore[] = []
  const seen = new Set<number>()
  for (let last: StoredScore | undefined; ;) {
    const page = await readScores(
      db,
      limit,
      await bestScores(db, scope, window, limit, nowMs, { last, seen: [...seen] }),
    )
    for (const row of page) {
      if (row.user_id !== null && seen.has(row.user_id)) continue
      if (row.user_id !== null) seen.add(row.user_id)
      shown.push(row)
      if (shown.length === scope.rows) return these(shown)
    }
    last = page.at(-1)
    if (page.length < limit) return these(shown)
  }
}

/** Scores that were read, to be read with their players. */
const these = (scores: readonly StoredScore[]) => sql`
  select * from unnest(
    ${scores.map(({ game_id }) => game_id)}::bigint[], ${scores.map(({ position }) => position)}::smallint[], ${scores.map(({ score }) => score)}::bigint[],
    ${scores.map(({ settled }) => settled)}::timestamptz[], ${scores.map(({ user_id }) => user_id)}::bigint[]
  ) as read (game_id, position, score, settled_at, user_id)`

const order = sql`score desc, settled_at, game_id, position`

const within = ({ from, until }: TimeWindow) => sql`
  ${from === undefined ? sql`` : sql`and settled_at >= ${moment(from)}::timestamptz`}
  ${until === undefined ? sql`` : sql`and settled_at < ${moment(until)}::timestamptz`}`

const moment = (ms: number) => new Date(ms).toISOString()

/**
 * Of a title, the machines that count: mostly all that have scores. PostgreSQL would expect as few rows as these are of all machines
 * (for an expression it expects half of them), and rather read a whole period than find its best by walking down the title's scores.
 */
const countedOnly = (venueMachineIds: readonly number[]) =>
  sql`and coalesce(venue_machine_id = any (${venueMachineIds}::bigint[]), false)`

interface ReadOn {
  /** the last row before; undefined at the beginning */
  last: StoredScore | undefined
  /** users whose scores are left out */
  seen: readonly number[]
}

const following = ({ last, seen }: ReadOn) => sql`
  ${last ? sql`and score <= ${last.score}::bigint and (score < ${last.score}::bigint or (settled_at, game_id, position) > (${last.settled}::timestamptz, ${last.game_id}, ${last.position}))` : sql``}
  ${seen.length > 0 ? sql`and (user_id is null or user_id <> all (${seen}::bigint[]))` : sql``}`

const allOf = (venueMachineId: number, limit: number) => sql`
  select game_id, position, score, settled_at, user_id from settled_scores where venue_machine_id = ${venueMachineId}::bigint
  order by ${order} limit ${sql.lit(limit)}`

/** Some lanes, each of which gives its best `rows`, of those within `more`, by its own index. */
type Lanes = (rows: number, more: RawBuilder<unknown>) => RawBuilder<unknown>

/**
 * What may be among the best `limit` of so many lanes. A few of each lane say what the last place takes at least, and of all lanes
 * only that much is read: many lanes cost little more than one, however many scores they have. Two statements, since PostgreSQL
 * chooses better indexes for a score that it knows.
 */
async function bestOf(db: Db, lanes: Lanes, count: number, limit: number): Promise<RawBuilder<unknown>> {
  const few = Math.ceil((2 * limit) / count)
  if (few > limit / 2) return lanes(limit, sql``)
  const { rows } = await sql<{ score: string }>`
    select score::text as score from (${lanes(few, sql``)}) few order by few.score desc offset ${limit - 1} limit 1
  `.execute(db)
  return lanes(limit, rows[0] ? sql`and score >= ${rows[0].score}::bigint` : sql``)
}

const lanesOf = (column: string, ids: readonly number[], rows: number, condition: RawBuilder<unknown>) => sql`
  select best.* from unnest(${ids}::bigint[]) as lane (id) cross join lateral (
    select game_id, position, score, settled_at, user_id from settled_scores
    where ${sql.ref(column)} = lane.id ${condition}
    order by ${order} limit ${rows}
  ) best`

/** So many machines of titles are lanes of their own, so that a title with few machines that count is not searched for theirs. */
const mostMachines = 50

/** What the days promise, where that is enough. */
async function byDays(db: Db, question: ByDays): Promise<RawBuilder<unknown>> {
  const promised = await readScores(db, question.limit, promisedByDays(question))
  return promised.length === question.limit ? these(promised) : bestByDays(question)
}

/** Lanes are venue machines and titles, or days of machines. */
async function bestScores(
  db: Db,
  { watches, countedOfTitles }: LeaderboardScope,
  window: TimeWindow,
  limit: number,
  nowMs: number,
  on?: ReadOn,
): Promise<RawBuilder<unknown>> {
  const machines = [...watches.venueMachineIds, ...countedOfTitles]
  const readingOn = on ? following(on) : sql``
  if (isFoundByDays(machines.length, window, limit, nowMs))
    return byDays(db, { venueMachineIds: machines, window, limit, nowMs, condition: readingOn })
  const [venueMachineIds, machineIds] =
    countedOfTitles.length > mostMachines ? [watches.venueMachineIds, watches.machineIds] : [machines, []]
  const lanes: Lanes = (rows, more) => {
    const condition = sql`${within(window)} ${readingOn} ${more}`
    return union(
      venueMachineIds,
      (ids) => lanesOf('venue_machine_id', ids, rows, condition),
      machineIds,
      (ids) => lanesOf('machine_id', ids, rows, sql`${countedOnly(countedOfTitles)} ${condition}`),
    )
  }
  return bestOf(db, lanes, venueMachineIds.length + machineIds.length, limit)
}

/** Of so few machines the best are looked through for invited players, so many in all. */
const mostLookedThrough = { machines: 5, scores: 10_000 }

/**
 * What the last place takes at least, where enough of the best scores of these machines are by invited players; undefined where they
 * are not. A player's scores on one machine are in no index by themselves, so to find them takes longer the more the player has played.
 */
async function leastOfInvited(
  db: Db,
  { watches: { venueMachineIds }, onePerPlayer: isOnePerPlayer, rows: limit }: LeaderboardScope,
  players: readonly number[],
  window: TimeWindow,
): Promise<string | undefined> {
  // Of a period, few of the best are.
  if (window.from !== undefined || venueMachineIds.length === 0 || venueMachineIds.length > mostLookedThrough.machines)
    return undefined
  const enough = isOnePerPlayer ? limit * repeats : limit
  // Of each machine as few as are needed: PostgreSQL stops there, and has begun with the best.
  const theirs = sql`
    select found.* from unnest(${venueMachineIds}::bigint[]) as lane (id) cross join lateral (
      select user_id, score from (
        select user_id, score, settled_at from settled_scores where venue_machine_id = lane.id
        order by ${order} limit ${Math.ceil(mostLookedThrough.scores / venueMachineIds.length)}
      ) best
      where user_id = any (${players}::bigint[]) ${within(window)} limit ${enough}
    ) found`
  const { rows } = await sql<{ score: string }>`
    select score::text as score from (${isOnePerPlayer ? sql`select max(score) as score from (${theirs}) each group by user_id` : theirs}) few
    order by few.score desc offset ${limit - 1} limit 1
  `.execute(db)
  return rows[0]?.score
}

/** Lanes are the invited players. */
async function invited(
  db: Db,
  scope: LeaderboardScope,
  players: readonly number[],
  window: TimeWindow,
): Promise<RawBuilder<unknown>> {
  const { watches, countedOfTitles, onePerPlayer: isOnePerPlayer, rows: limit } = scope
  const lanes: Lanes = (rows, more) => {
    const claimed = (condition: RawBuilder<unknown>) =>
      lanesOf('user_id', players, rows, sql`${condition} ${within(window)} ${more}`)
    return union(
      watches.venueMachineIds,
      // The title leads to the few rows of the index among which this machine's are.
      (ids) =>
        claimed(
          sql`and machine_id = any (array(select machine_id from venue_machines where id = any (${ids}::bigint[]))) and venue_machine_id = any (${ids}::bigint[])`,
        ),
      watches.machineIds,
      (ids) => claimed(sql`and machine_id = any (${ids}::bigint[]) ${countedOnly(countedOfTitles)}`),
    )
  }
  const least = await leastOfInvited(db, scope, players, window)
  const more = least === undefined ? sql`` : sql`and score >= ${least}::bigint`
  if (isOnePerPlayer)
    return sql`select distinct on (user_id) * from (${lanes(1, more)}) claimed order by user_id, ${order}`
  return least === undefined ? bestOf(db, lanes, players.length, limit) : lanes(limit, more)
}

type Part = (ids: readonly number[]) => RawBuilder<unknown>

/** What counts of the venue machines and of the titles: nothing is in both (see LeaderboardScope). */
const union = (venueMachineIds: readonly number[], ofMachines: Part, machineIds: readonly number[], ofTitles: Part) =>
  sql.join(
    [
      ...(venueMachineIds.length > 0 ? [ofMachines(venueMachineIds)] : []),
      ...(machineIds.length > 0 ? [ofTitles(machineIds)] : []),
    ],
    sql` union all `,
  )

/** The first `limit` of these scores. */
async function readScores(db: Db, limit: number, scores: RawBuilder<unknown>): Promise<StoredScore[]> {
  const { rows } = await sql<StoredScore>`
    select game_id, position, score::text as score, settled_at::text as settled, user_id from (${scores}) counted
    order by counted.score desc, counted.settled_at, game_id, position limit ${limit}
  `.execute(db)
  return rows
}

/** The first `limit` of these scores, with who claimed them and on which machine. */
const withPlayers = (limit: number, scores: RawBuilder<unknown>) => sql<StoredRow>`
    select best.score::text as score, best.settled_at, ${claimerJson} as claimer, m.name as machine
    from (select * from (${scores}) counted order by ${order} limit ${sql.lit(limit)}) best
    -- One by one: to read all users would take longer.
    left join lateral (select * from users where users.id = best.user_id limit 1) u on true
    -- Guests are not in the indexes: they are looked up for the rows that are shown.
    left join game_claims c on best.user_id is null and c.game_id = best.game_id and c.position = best.position
    join settled_scores s on s.game_id = best.game_id and s.position = best.position
    join machines m on m.id = s.machine_id
    order by best.score desc, best.settled_at, best.game_id, best.position
`
