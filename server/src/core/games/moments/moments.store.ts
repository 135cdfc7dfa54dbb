import { isDeepStrictEqual } from 'node:util'
import { scoreToWire } from '@multiball/shared/schema'
import type { MachineDisplay, Moment, MomentKind, MomentState } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { runKept } from '../../../ground/database/keptPlans'
import { lockNumbers } from '../../../ground/database/locks'
import type { Tables } from '../../../ground/database/tables'
import type { Paging } from '../../../ground/http/page'
import { countRows } from '../../../ground/http/page'
import { claimerJson, playerOf } from '../claimers'
import type { ClaimerJson } from '../claimers'
import { periodAt } from './tellMoments'
import type { Bests, Holder, SettledScore, ToldMoment } from './tellMoments'

type Db = Kysely<Tables>

/** Something has changed on a machine. */
interface Due {
  venue_machine_id: number
  since: Date
  /** of the score whose name has changed */
  game_id: number | null
  position: number | null
}

/** Whether games, or tournaments, have something to tell, and the place of the newest entry; 0 where there is none. */
export async function findNews(db: Db): Promise<{ games: boolean; events: boolean; place: number }> {
  const statement = sql<{ games: boolean; events: boolean; place: number }>`
    select exists (select from moments_due) as games, exists (select from events_due) as events,
      coalesce(greatest((select max(place) from moments), (select max(place) from event_moments)), 0) as place
  `
  return (await runKept(db, 'news of moments', statement)).rows[0]!
}

/** Lets one process tell moments until the transaction ends. False while another one does. */
export async function takeTurn(trx: Db): Promise<boolean> {
  // What tells is best answered by keys, whatever the values are, and to plan it takes longer than to answer it.
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lockNumbers.moments}) as taken, set_config('plan_cache_mode', 'force_generic_plan', true)
  `.execute(trx)
  return rows[0]!.taken
}

/** The same, once no other process does. */
export const waitForTurn = async (trx: Db): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(${lockNumbers.moments})`.execute(trx))

const mostAtOnce = 200

/**
 * Takes what has changed, to be told in this transaction: of the last two days first, so that what has just happened does not wait for years of history;
 * else all of one title in one venue.
 */
export async function takeDue(trx: Db): Promise<Due[]> {
  const statement = sql<Due>`
    delete from moments_due where id in (select id from moments_due where since > now() - interval '2 days' order by id limit ${mostAtOnce})
    returning venue_machine_id, since, game_id, position
  `
  const { rows } = await runKept(trx, 'take due moments', statement)
  if (rows.length > 0) return rows
  const older = await sql<Due>`
    with next as (select venue_machine_id as id from moments_due order by id limit 1)
    delete from moments_due where venue_machine_id in (
      select id from next
      union
      select other.id from next join venue_machines vm on vm.id = next.id
      join venue_machines other on other.venue_id = vm.venue_id and other.machine_id = vm.machine_id
    )
    returning venue_machine_id, since, game_id, position
  `.execute(trx)
  return older.rows
}

/** A machine whose moments are told again, from a time on (ms since 1970). */
interface Lane {
  id: number
  venue: number
  machine: number
  zone: string | null
  since: number
}

/** Machines, and times of each in ms since 1970, as the rows `lane` of a query. As numbers: in texts, years below 1 have no place. */
const asRows = (lanes: readonly { id: number; since: number; month?: number; day?: number }[]) => {
  const times = (['since', 'month', 'day'] as const).map(
    (time) => sql`${lanes.map((lane) => lane[time] ?? null)}::float8[]`,
  )
  return sql`(
    select id, to_timestamp(since / 1000) as since, to_timestamp(month / 1000) as month, to_timestamp(day / 1000) as day
    from unnest(${lanes.map(({ id }) => id)}::bigint[], ${sql.join(times)}) as given (id, since, month, day)
  ) lane`
}

/** The machines of what is due, and those of the same title in the same venue, from the earliest change among them on. */
export async function readLanes(trx: Db, due: readonly Due[]): Promise<Lane[]> {
  const statement = sql<Omit<Lane, 'since'> & { since: Date }>`
    with titles as (
      select vm.venue_id, vm.machine_id, min(lane.since) as since
      from ${asRows(due.map(({ venue_machine_id: id, since }) => ({ id, since: since.getTime() })))} join venue_machines vm on vm.id = lane.id group by 1, 2
    )
    select vm.id, vm.venue_id as venue, vm.machine_id as machine, v.time_zone as zone, titles.since
    from titles join venue_machines vm using (venue_id, machine_id) join venues v on v.id = vm.venue_id order by vm.id
  `
  const { rows } = await runKept(trx, 'lanes of moments', statement)
  // A Date has no microseconds.
  return rows.map((lane) => ({ ...lane, since: lane.since.getTime() - 1 }))
}

interface ScoreRow {
  game_id: number
  position: number
  venue_machine_id: number
  /** digits */
  score: string
  settled_at: Date
  user_id: number | null
}

const holderOf = ({
  game_id,
  position,
  score,
  settled_at,
}: Omit<ScoreRow, 'venue_machine_id' | 'user_id'>): Holder => ({
  game: game_id,
  position,
  score: BigInt(score),
  settledAt: settled_at.getTime(),
})

/** The scores of these machines since then, in the order in which they were settled. */
export async function readScores(trx: Db, lanes: readonly Lane[]): Promise<SettledScore[]> {
  const statement = sql<ScoreRow>`
    select s.game_id, s.position, s.venue_machine_id, s.score::text as score, s.settled_at, s.user_id
    from ${asRows(lanes)} cross join lateral (
      select game_id, position, venue_machine_id, score, settled_at, user_id from settled_scores
      where venue_machine_id = lane.id and settled_at >= lane.since offset 0
    ) s
    order by s.settled_at, s.game_id, s.position
  `
  const { rows } = await runKept(trx, 'scores of moments', statement)
  return rows.map((row) => ({ ...holderOf(row), venueMachineId: row.venue_machine_id, user: row.user_id }))
}

const best = sql`order by score desc, settled_at, game_id, position limit 1`

/** The best scores of these machines before then, without those of players. Each by one index: "offset 0" keeps PostgreSQL from looking for the best of a day among those of all time. */
export async function readBests(trx: Db, lanes: readonly Lane[]): Promise<Map<number, Bests>> {
  const periods = lanes.map(({ zone, since }) => ({
    day: periodAt('day', zone, since),
    month: periodAt('month', zone, since),
  }))
  const statement = sql<Omit<ScoreRow, 'user_id'> & { lane: 'all' | 'month' | 'day' }>`
    select found.lane, found.game_id, found.position, lane.id as venue_machine_id, found.score::text as score, found.settled_at
    from ${asRows(lanes.map((lane, at) => ({ ...lane, month: periods[at]!.month.from, day: periods[at]!.day.from })))}
    cross join lateral (
      (select 'all' as lane, game_id, position, score, settled_at from settled_scores where venue_machine_id = lane.id and settled_at < lane.since ${best})
      union all
      (select 'month', * from (
        select game_id, position, score, settled_at from settled_scores where venue_machine_id = lane.id and settled_at >= lane.month and settled_at < lane.since offset 0
      ) played ${best})
      union all
      (select 'day', * from (
        select game_id, position, score, settled_at from settled_scores where venue_machine_id = lane.id and settled_at >= lane.day and settled_at < lane.since offset 0
      ) played ${best})
    ) found
  `
  const { rows } = await runKept(trx, 'bests of moments', statement)
  const titles = new Map<string, Bests['title']>()
  const bests = new Map<number, Bests>()
  for (const [at, { id, venue, machine, zone }] of lanes.entries()) {
    const title = titles.get(`${venue} ${machine}`) ?? {}
    titles.set(`${venue} ${machine}`, title)
    const { day, month } = periods[at]!
    const none = { players: new Map<number, Holder>(), marks: [], zone }
    bests.set(id, { title, month: { until: month.until }, day: { until: day.until }, ...none })
  }
  for (const row of rows) {
    const of = bests.get(row.venue_machine_id)!
    const holder = holderOf(row)
    if (row.lane !== 'all') of[row.lane].best = holder
    else {
      of.best = holder
      if (!of.title.best || isBetter(holder, of.title.best)) of.title.best = holder
    }
  }
  return bests
}

/** Of two equal ones the earlier. */
const isBetter = (one: Holder, other: Holder) =>
  one.score === other.score ? (one.settledAt - other.settledAt || one.game - other.game) < 0 : one.score > other.score

/** Puts the best scores before then of those who made these scores into the bests of their machines. */
export async function readPlayers(
  trx: Db,
  lanes: readonly Lane[],
  scores: readonly SettledScore[],
  bests: ReadonlyMap<number, Bests>,
): Promise<void> {
  const pairs = [
    ...new Map(
      scores.flatMap(({ venueMachineId, user }) =>
        user === null ? [] : [[`${venueMachineId} ${user}`, { venueMachineId, user }] as const],
      ),
    ).values(),
  ]
  if (pairs.length === 0) return
  const { rows } = await sql<ScoreRow & { user_id: number }>`
    select found.game_id, found.position, lane.id as venue_machine_id, found.score::text as score, found.settled_at, pair.user_id
    from unnest(${pairs.map(({ venueMachineId }) => venueMachineId)}::bigint[], ${pairs.map(({ user }) => user)}::bigint[]) as pair (id, user_id)
    join ${asRows(lanes)} on lane.id = pair.id join venue_machines vm on vm.id = lane.id
    cross join lateral (
      select * from (
        select game_id, position, score, settled_at from settled_scores
        where user_id = pair.user_id and machine_id = vm.machine_id and venue_machine_id = lane.id and settled_at < lane.since offset 0
      ) played ${best}
    ) found
  `.execute(trx)
  for (const row of rows) bests.get(row.venue_machine_id)!.players.set(row.user_id, holderOf(row))
}

/** Puts the marks of these machines that no score before then has passed into their bests. */
export async function readMarks(trx: Db, lanes: readonly Lane[], bests: ReadonlyMap<number, Bests>): Promise<void> {
  const { rows } = await sql<{ venue_machine_id: number; mark: string; since: Date; until: Date | null }>`
    select k.venue_machine_id, k.mark::text as mark, k.since, k.until
    from ${asRows(lanes)} join machine_marks k on k.venue_machine_id = lane.id
    where (k.until is null or k.until > lane.since) and not exists (
      select from settled_scores s where s.venue_machine_id = k.venue_machine_id and s.settled_at >= k.since and s.settled_at < lane.since and s.score > k.mark
    )
  `.execute(trx)
  for (const { venue_machine_id: id, mark, since, until } of rows)
    bests.get(id)!.marks.push({
      mark: BigInt(mark),
      since: since.getTime(),
      until: until?.getTime() ?? Number.POSITIVE_INFINITY,
    })
}

/** A moment as it is written; times in ms since 1970. */
interface StoredMoment {
  id: string
  kind: MomentKind
  venue_machine_id: number
  game_id: number
  position: number | null
  /** digits */
  score: string | null
  previous_game_id: number | null
  previous_position: number | null
  /** digits */
  previous_score: string | null
  previous_settled_ms: number | null
  /** digits */
  mark: string | null
  happened_ms: number
}

const asStored = ({ id, kind, venueMachineId, game, of, previous, mark, happenedAt }: ToldMoment): StoredMoment => ({
  id,
  kind,
  venue_machine_id: venueMachineId,
  game_id: game,
  position: of?.position ?? null,
  score: of ? String(of.score) : null,
  previous_game_id: previous?.game ?? null,
  previous_position: previous?.position ?? null,
  previous_score: previous ? String(previous.score) : null,
  previous_settled_ms: previous?.settledAt ?? null,
  mark: mark === null ? null : String(mark),
  happened_ms: happenedAt,
})

/** What was told of these machines since then, and is not withdrawn, by id. */
async function readTold(trx: Db, lanes: readonly Lane[]): Promise<Map<string, StoredMoment>> {
  const statement = sql<
    Omit<StoredMoment, 'previous_settled_ms' | 'happened_ms'> & { previous_settled_at: Date | null; happened_at: Date }
  >`
    select told.id, told.kind, told.venue_machine_id, told.game_id, told.position, told.score::text as score, told.previous_game_id,
      told.previous_position, told.previous_score::text as previous_score, told.previous_settled_at, told.mark::text as mark, told.happened_at
    from ${asRows(lanes)}
    cross join lateral (select * from moments where venue_machine_id = lane.id and happened_at >= lane.since and state <> 'withdrawn' offset 0) told
  `
  const { rows } = await runKept(trx, 'told moments', statement)
  return new Map(
    rows.map(({ previous_settled_at, happened_at, ...told }) => [
      told.id,
      { ...told, previous_settled_ms: previous_settled_at?.getTime() ?? null, happened_ms: happened_at.getTime() },
    ]),
  )
}

export const nextPlace = sql`nextval(pg_get_serial_sequence('moments', 'place'))`

/**
 * Makes the moments of these machines since then what the games tell: what is new is told, in order, what is otherwise corrected, and
 * what is none any more withdrawn.
 */
export async function writeMoments(
  trx: Db,
  lanes: readonly Lane[],
  told: readonly ToldMoment[],
  renamed: readonly Due[],
): Promise<void> {
  const before = await readTold(trx, lanes)
  const after = told.map(asStored)
  const kept = new Set(after.map(({ id }) => id))
  const gone = [...before.keys()].filter((id) => !kept.has(id))
  const changed = after.filter((moment) => !isDeepStrictEqual(moment, before.get(moment.id)))
  if (gone.length > 0)
    await sql`
      update moments set state = 'withdrawn', place = ${nextPlace}, changed_at = now() where id = any (${gone})
    `.execute(trx)
  if (changed.length > 0)
    await sql`
      insert into moments (
        id, place, state, kind, venue_machine_id, game_id, position, score, previous_game_id, previous_position, previous_score, previous_settled_at, mark, happened_at
      )
      select id, ${nextPlace}, 'told', kind, venue_machine_id, game_id, position, score, previous_game_id, previous_position, previous_score,
        to_timestamp(previous_settled_ms / 1000.0), mark, to_timestamp(happened_ms / 1000.0)
      from (
        select * from rows from (json_to_recordset(${JSON.stringify(changed)}::json) as (
          id text, kind text, venue_machine_id bigint, game_id bigint, position smallint, score bigint,
          previous_game_id bigint, previous_position smallint, previous_score bigint, previous_settled_ms bigint, mark bigint, happened_ms bigint
        )) with ordinality order by ordinality
      ) given
      on conflict (id) do update set
        place = excluded.place, state = 'corrected', previous_game_id = excluded.previous_game_id, previous_position = excluded.previous_position,
        previous_score = excluded.previous_score, previous_settled_at = excluded.previous_settled_at, score = excluded.score, mark = excluded.mark,
        happened_at = excluded.happened_at, changed_at = now()
    `.execute(trx)
  await correctNames(trx, renamed, [...gone, ...changed.map(({ id }) => id)])
}

/** Tells again what names these scores, but for what was written just now. */
async function correctNames(trx: Db, renamed: readonly Due[], written: readonly string[]): Promise<void> {
  const scores = renamed.filter(({ game_id }) => game_id !== null)
  if (scores.length === 0) return
  await sql`
    with renamed as (
      select * from unnest(${scores.map(({ game_id }) => game_id)}::bigint[], ${scores.map(({ position }) => position)}::smallint[]) as score (game_id, position)
    ),
    named as (
      select m.id from renamed join moments m on m.game_id = renamed.game_id and m.position = renamed.position
      union
      select m.id from renamed join moments m on m.previous_game_id = renamed.game_id and m.previous_position = renamed.position
    )
    update moments m set state = 'corrected', place = ${nextPlace}, changed_at = now() from named
    where m.id = named.id and m.state <> 'withdrawn' and m.id <> all (${written})
  `.execute(trx)
}

/** The place of the newest entry; 0 where there is none. */
export const newestPlace = async (db: Db): Promise<number> => (await findNews(db)).place

/** The machines of all entries after this place. */
export async function machinesAfter(db: Db, place: number): Promise<number[]> {
  const rows = await db.selectFrom('moments').select('venue_machine_id').distinct().where('place', '>', place).execute()
  return rows.map(({ venue_machine_id }) => venue_machine_id)
}

interface ReadRow extends Omit<StoredMoment, 'previous_settled_ms' | 'happened_ms'> {
  place: number
  state: MomentState
  previous_settled_at: Date | null
  happened_at: Date
  told_at: Date
  venue_id: number
  venue_name: string
  machine_id: number
  machine_name: string
  machine_display: MachineDisplay | null
  claimer: ClaimerJson | null
  previous_claimer: ClaimerJson | null
}

function toWire(row: ReadRow): Moment {
  const isTold = row.state !== 'withdrawn'
  return {
    id: row.id,
    place: row.place,
    state: row.state,
    kind: row.kind,
    venuemachine: {
      id: row.venue_machine_id,
      venue: { id: row.venue_id, name: row.venue_name },
      machine: { id: row.machine_id, name: row.machine_name, display: row.machine_display },
    },
    game: row.game_id,
    position: row.position,
    score: isTold && row.score !== null ? scoreToWire(BigInt(row.score)) : null,
    player: isTold && row.claimer ? playerOf(row.claimer) : null,
    previous:
      isTold && row.previous_game_id !== null
        ? {
            game: row.previous_game_id,
            position: row.previous_position!,
            score: scoreToWire(BigInt(row.previous_score!)),
            player: row.previous_claimer && playerOf(row.previous_claimer),
            settled_on: row.previous_settled_at!.toISOString(),
          }
        : null,
    ...(isTold && row.mark !== null && { mark: scoreToWire(BigInt(row.mark)) }),
    happened_on: row.happened_at.toISOString(),
    told_on: row.told_at.toISOString(),
  }
}

/** `m` is the row of moments. Who it is about is asked each time: the names are those of now. */
const shown = sql`
  m.id, m.place, m.state, m.kind, m.venue_machine_id, m.game_id, m.position, m.score::text as score, m.previous_game_id, m.previous_position,
  m.previous_score::text as previous_score, m.previous_settled_at, m.mark::text as mark, m.happened_at, m.told_at,
  v.id as venue_id, v.name as venue_name, t.id as machine_id, t.name as machine_name, t.display as machine_display,
  (select ${claimerJson} from game_claims c left join users u on u.id = c.user_id where c.game_id = m.game_id and c.position = m.position) as claimer,
  (
    select ${claimerJson} from game_claims c left join users u on u.id = c.user_id where c.game_id = m.previous_game_id and c.position = m.previous_position
  ) as previous_claimer`

const withMachine = sql`
  join venue_machines vm on vm.id = m.venue_machine_id join venues v on v.id = vm.venue_id join machines t on t.id = vm.machine_id`

/** The moments of these machines, those that happened last first, without withdrawn ones. */
export async function listMoments(
  db: Db,
  venueMachineIds: readonly number[],
  { limit, offset }: Paging,
): Promise<{ count: number; moments: Moment[] }> {
  const told = sql`select id from moments where venue_machine_id = any (${venueMachineIds}::bigint[]) and state <> 'withdrawn'`
  const count = await countRows(db, told)
  return { count, moments: await newestMoments(db, venueMachineIds, { limit, offset }) }
}

/** As listMoments, without counting them. */
export async function newestMoments(
  db: Db,
  venueMachineIds: readonly number[],
  { limit, offset }: Paging,
): Promise<Moment[]> {
  const { rows } = await sql<ReadRow>`
    select ${shown} from (
      select newest.* from unnest(${venueMachineIds}::bigint[]) as lane (id) cross join lateral (
        select * from moments where venue_machine_id = lane.id and state <> 'withdrawn' order by happened_at desc, id limit ${offset + limit}
      ) newest
      order by happened_at desc, id limit ${limit} offset ${offset}
    ) m ${withMachine} order by m.happened_at desc, m.id
  `.execute(db)
  return rows.map(toWire)
}

/** The entries of these machines after one place, up to another, in order. */
export async function readEntries(
  db: Db,
  venueMachineIds: readonly number[],
  places: { after: number; upTo: number },
  limit: number,
): Promise<Moment[]> {
  const { rows } = await sql<ReadRow>`
    select ${shown} from (
      select * from moments where place > ${places.after} and place <= ${places.upTo} and venue_machine_id = any (${venueMachineIds}::bigint[])
      order by place limit ${limit}
    ) m ${withMachine} order by m.place
  `.execute(db)
  return rows.map(toWire)
}

/** An entry of what has just happened, and whom it concerns. */
export interface RecentEntry {
  moment: Moment
  /** ms since it was first told */
  ageMs: number
  /** the machines whose screens it is for: all of its venue, where it is the venue's */
  venueMachineIds: number[]
  /** of the venue */
  ownerId: number
  /** everybody may see its machine */
  isOpen: boolean
  /** boards of others count its machine by its title */
  countsElsewhere: boolean
}

const mostRecent = 500

/**
 * The newest entries after this place, in order, of moments that were first told within the last `withinMs`, soon after they
 * happened; withdrawn ones, too.
 */
export async function readRecent(
  db: Db,
  after: number,
  { withinMs, soonMs }: { withinMs: number; soonMs: number },
): Promise<RecentEntry[]> {
  const { rows } = await sql<
    ReadRow & {
      age_ms: number
      venue_machine_ids: number[]
      owner_id: number
      is_open: boolean
      counts_elsewhere: boolean
    }
  >`
    select ${shown}, extract(epoch from now() - m.told_at)::float8 * 1000 as age_ms, v.owner_id, vm.counts_elsewhere,
      exists (select from open_machines open where open.id = vm.id) as is_open,
      case when m.kind = 'venue_record' then (select json_agg(id) from venue_machines where venue_id = v.id) else json_build_array(vm.id) end as venue_machine_ids
    from (
      select * from moments
      where place > ${after} and told_at > now() - ${withinMs} * interval '1 ms' and happened_at > told_at - ${soonMs} * interval '1 ms'
      order by place desc limit ${mostRecent}
    ) m ${withMachine} order by m.place
  `.execute(db)
  return rows.map((row) => ({
    moment: toWire(row),
    ageMs: row.age_ms,
    venueMachineIds: row.venue_machine_ids,
    ownerId: row.owner_id,
    isOpen: row.is_open,
    countsElsewhere: row.counts_elsewhere,
  }))
}

/** Something of a game is about to go: what it told is looked at again once that is committed. */
export const noteChange = async (trx: Db, gameId: number): Promise<void> =>
  void (await sql`
    insert into moments_due (venue_machine_id, since) select venue_machine_id, settled_at from games where id = ${gameId} and successful
  `.execute(trx))

/** Everything that these machines have told is looked at again. */
export const noteAll = async (db: Db, venueMachineIds: readonly number[]): Promise<void> =>
  void (await sql`
    insert into moments_due (venue_machine_id, since) select id, '1000-01-01 00:00:00+00' from unnest(${venueMachineIds}::bigint[]) as machine (id)
  `.execute(db))

/** Forgets moments that were withdrawn before then: those who follow have heard of it. */
export async function removeOldMoments(db: Db, withdrawnBefore: Date): Promise<void> {
  for (const table of ['moments', 'event_moments'] as const)
    await db.deleteFrom(table).where('state', '=', 'withdrawn').where('changed_at', '<', withdrawnBefore).execute()
}
