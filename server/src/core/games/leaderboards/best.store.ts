import type { Player } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { claimerJson, playerOf } from '../claimers'
import type { ClaimerJson } from '../claimers'
import type { LeaderboardScope } from './scope'
import type { TimeWindow } from './timeWindow'

type Db = Kysely<Tables>

export interface BestRow {
  score: bigint
  settledAt: Date
  /** null is somebody who did not claim it */
  player: Player | null
}

/** A row as it is read: `settled` is settled_at in PostgreSQL's own words, since a Date has no microseconds. */
interface StoredRow {
  game_id: number
  position: number
  /** digits */
  score: string
  settled: string
  settled_at: Date
  user_id: number | null
  claimer: ClaimerJson | null
}

/** The best scores within the window, in their order, `scope.rows` at most. */
export async function listBest(db: Db, scope: LeaderboardScope, window: TimeWindow): Promise<BestRow[]> {
  if (scope.watches.venueMachineIds.length + scope.watches.machineIds.length === 0) return []
  if (scope.players) return (await readInvited(db, scope, scope.players, window)).map(bestRow)
  return (await (scope.onePerPlayer ? listOnePerPlayer(db, scope, window) : readBest(db, scope, window, scope.rows))).map(bestRow)
}

/** How many rows a page has for each one shown: the best players are mostly there several times. */
const repeats = 4

/** Reads on until there are enough players. Each page leaves out players found already, so each brings somebody new. */
async function listOnePerPlayer(db: Db, scope: LeaderboardScope, window: TimeWindow): Promise<StoredRow[]> {
  const limit = scope.rows * repeats
  const shown: StoredRow[] = []
  const seen = new Set<number>()
  for (let last: StoredRow | undefined; ; ) {
    const page = await readBest(db, scope, window, limit, { last, seen: [...seen] })
    for (const row of page) {
      if (row.user_id !== null && seen.has(row.user_id)) continue
      if (row.user_id !== null) seen.add(row.user_id)
      shown.push(row)
      if (shown.length === scope.rows) return shown
    }
    last = page.at(-1)
    if (page.length < limit) return shown
  }
}

const order = sql`score desc, settled_at, game_id, position`

const within = ({ from, until }: TimeWindow) => sql`
  ${from === undefined ? sql`` : sql`and settled_at >= ${moment(from)}::timestamptz`}
  ${until === undefined ? sql`` : sql`and settled_at < ${moment(until)}::timestamptz`}`

const moment = (ms: number) => new Date(ms).toISOString()

/**
 * Of a title, the machines that count: mostly all that have scores. PostgreSQL would expect as few rows as these are of all machines
 * (for an expression it expects half of them), and rather read a whole period than find its best by walking down the title's scores.
 */
const countedOnly = (venueMachineIds: readonly number[]) => sql`and coalesce(venue_machine_id = any (${venueMachineIds}::bigint[]), false)`

interface ReadOn {
  /** the last row before; undefined at the beginning */
  last: StoredRow | undefined
  /** users whose scores are left out */
  seen: readonly number[]
}

const following = ({ last, seen }: ReadOn) => sql`
  ${last ? sql`and score <= ${last.score}::bigint and (score < ${last.score}::bigint or (settled_at, game_id, position) > (${last.settled}::timestamptz, ${last.game_id}, ${last.position}))` : sql``}
  ${seen.length > 0 ? sql`and (user_id is null or user_id <> all (${seen}::bigint[]))` : sql``}`

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

/** Lanes are venue machines and titles. */
async function readBest(db: Db, { watches, countedOfTitles }: LeaderboardScope, window: TimeWindow, limit: number, on?: ReadOn): Promise<StoredRow[]> {
  const [venueMachineIds, machineIds] = countedOfTitles.length > mostMachines ? [watches.venueMachineIds, watches.machineIds] : [[...watches.venueMachineIds, ...countedOfTitles], []]
  if (venueMachineIds.length + machineIds.length === 0) return []
  const lanes: Lanes = (rows, more) => {
    const condition = sql`${within(window)} ${on ? following(on) : sql``} ${more}`
    return union(
      venueMachineIds,
      (ids) => lanesOf('venue_machine_id', ids, rows, condition),
      machineIds,
      (ids) => lanesOf('machine_id', ids, rows, sql`${countedOnly(countedOfTitles)} ${condition}`),
    )
  }
  return readWithPlayers(db, limit, await bestOf(db, lanes, venueMachineIds.length + machineIds.length, limit))
}

/** Lanes are the invited players. */
async function readInvited(db: Db, { watches, countedOfTitles, onePerPlayer, rows: limit }: LeaderboardScope, players: readonly number[], window: TimeWindow): Promise<StoredRow[]> {
  const lanes: Lanes = (rows, more) => {
    const claimed = (condition: RawBuilder<unknown>) => lanesOf('user_id', players, rows, sql`${condition} ${within(window)} ${more}`)
    return union(
      watches.venueMachineIds,
      // The title leads to the few rows of the index among which this machine's are.
      (ids) => claimed(sql`and machine_id = any (array(select machine_id from venue_machines where id = any (${ids}::bigint[]))) and venue_machine_id = any (${ids}::bigint[])`),
      watches.machineIds,
      (ids) => claimed(sql`and machine_id = any (${ids}::bigint[]) ${countedOnly(countedOfTitles)}`),
    )
  }
  return readWithPlayers(
    db,
    limit,
    onePerPlayer ? sql`select distinct on (user_id) * from (${lanes(1, sql``)}) claimed order by user_id, ${order}` : await bestOf(db, lanes, players.length, limit),
  )
}

type Part = (ids: readonly number[]) => RawBuilder<unknown>

/** What counts of the venue machines and of the titles: nothing is in both (see LeaderboardScope). */
const union = (venueMachineIds: readonly number[], ofMachines: Part, machineIds: readonly number[], ofTitles: Part) =>
  sql.join(
    [...(venueMachineIds.length > 0 ? [ofMachines(venueMachineIds)] : []), ...(machineIds.length > 0 ? [ofTitles(machineIds)] : [])],
    sql` union all `,
  )

/** The first `limit` of these scores, with who claimed them. */
async function readWithPlayers(db: Db, limit: number, scores: RawBuilder<unknown>): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select best.game_id, best.position, best.score::text as score, best.settled_at::text as settled, best.settled_at, u.id as user_id,
      ${claimerJson} as claimer
    from (select * from (${scores}) counted order by ${order} limit ${limit}) best
    -- One by one: to read all users would take longer.
    left join lateral (select * from users where users.id = best.user_id limit 1) u on true
    -- Guests are not in the indexes: they are looked up for the rows that are shown.
    left join game_claims c on best.user_id is null and c.game_id = best.game_id and c.position = best.position
    order by best.score desc, best.settled_at, best.game_id, best.position
  `.execute(db)
  return rows
}

const bestRow = ({ score, settled_at, claimer }: StoredRow): BestRow => ({ score: BigInt(score), settledAt: settled_at, player: claimer && playerOf(claimer) })
