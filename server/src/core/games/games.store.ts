import type { Player, ProposedPlayers } from '@multiball/shared/schema'
import { CompiledQuery, sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import { keepPlan, runKept } from '../../ground/database/keptPlans'
import { claimerJson, playerOf } from './claimers'
import type { ClaimerJson } from './claimers'
import type { EarlierSession, GameState } from './gameRules'
import { proposalOf } from './proposals'
import type { Proposal } from './proposals'
import type { StoredGame } from './gameToWire'

/** One state to write. */
export interface GameRow {
  venueMachineId: number
  state: GameState
  /** what is stored of the game, from which this state was made; undefined: the game begins with it */
  base: GameVersion | undefined
}

/** Distinguishes the stored states of one game. */
interface GameVersion {
  sequence: bigint
  isSettled: boolean
}

export const versionOf = ({ sequence, ending }: GameState): GameVersion => ({
  sequence,
  isSettled: ending !== undefined,
})

/** A machine as it is stored. */
export interface StoredMachine {
  newest?: StoredGame
  proposal?: Proposal
  /** ms since 1970; 0 when never */
  lastSeenAt: number
}

/** What `Games` needs from the database; tests replace it to make commits fail. */
export interface GameStore {
  machine(venueMachineId: number): Promise<StoredMachine>
  /** the newest game of a session, with its id */
  session(venueMachineId: number, sessionUuid: string): Promise<(EarlierSession & { id: number }) | undefined>
  /**
   * Writes all rows in one transaction, in order, together with their settled scores. A game that begins ends any other
   * that is still running on its machine. Answers the id of each row's game; undefined where the row was not written
   * because the stored game is not its base: another process was faster.
   */
  commit(rows: readonly GameRow[]): Promise<(number | undefined)[]>
  /**
   * machines with a game in progress that were not seen between these times (ms since 1970), except those that are
   * known; at most `limit`, those silent for longest first
   */
  running(seen: { from: number; to: number }, known: readonly number[], limit: number): Promise<number[]>
  claims(gameId: number): Promise<Map<number, Player>>
  /** who plays on a machine by what a program of its owner posted last */
  proposal(venueMachineId: number): Promise<Proposal | undefined>
  /** machines in whose newest game this user plays */
  playing(userId: number): Promise<number[]>
  /** two senders take turns on a machine now */
  noteSharedKey(venueMachineId: number): Promise<void>
  /** last seen times (ms since 1970) by machine */
  writeLastSeen(moments: ReadonlyMap<number, number>): Promise<void>
}

interface NewestRow {
  last_seen_at: Date | null
  id: number | null
  session_uuid: string
  generation: number
  sequence: string
  started_at: Date
  updated_at: Date
  settled_at: Date | null
  successful: boolean | null
  duration_ms: number | null
  current_player: number | null
  current_ball: number | null
  scores: (string | null)[]
  game_modes: string[]
}

const stateOf = (row: NewestRow): GameState => ({
  sessionUuid: row.session_uuid,
  generation: row.generation,
  sequence: BigInt(row.sequence),
  startedAt: row.started_at.getTime(),
  updatedAt: row.updated_at.getTime(),
  ...(row.settled_at && { ending: { settledAt: row.settled_at.getTime(), isSuccessful: row.successful === true } }),
  durationMs: row.duration_ms,
  currentPlayer: row.current_player,
  currentBall: row.current_ball,
  scores: row.scores.map((score) => (score === null ? null : BigInt(score))),
  modes: row.game_modes,
})

const moment = (ms: number) => new Date(ms).toISOString()

const digits = (value: bigint | null) => (value === null ? null : String(value))

/** A row as PostgreSQL reads it from JSON. One text for all rows costs a fraction of an array per column; what is left out is null. */
const given = ({ venueMachineId, state, base }: GameRow) => ({
  venue_machine_id: venueMachineId,
  session_uuid: state.sessionUuid,
  generation: state.generation,
  sequence: digits(state.sequence),
  started_ms: base ? undefined : state.startedAt,
  updated_ms: state.updatedAt,
  settled_ms: state.ending?.settledAt,
  successful: state.ending?.isSuccessful,
  duration_ms: state.durationMs ?? undefined,
  current_player: state.currentPlayer ?? undefined,
  current_ball: state.currentBall ?? undefined,
  scores: state.scores.map(digits),
  game_modes: state.modes,
  base_sequence: base && digits(base.sequence),
  base_settled: base?.isSettled,
})

/** When two processes change a game at the same time, the second finds what the first one wrote, and writes nothing. */
const changed = sql`
  changed as (
    update games g set
      sequence = n.sequence, updated_at = n.updated_at, settled_at = n.settled_at, successful = n.successful,
      duration_ms = n.duration_ms, current_player = n.current_player, current_ball = n.current_ball,
      scores = n.scores, game_modes = n.game_modes
    from given n
    where g.venue_machine_id = n.venue_machine_id and g.session_uuid = n.session_uuid and g.generation = n.generation
      and g.sequence = n.base_sequence and (g.settled_at is not null) = n.base_settled
    returning n.place, g.id, g.venue_machine_id, g.settled_at, g.successful, g.scores
  ),`

/** When two processes begin a game on a machine at the same time, the unique index of running games admits only one. */
const begun = sql`
  beginning as (
    select * from given n where base_sequence is null and not exists (
      select from games g where g.venue_machine_id = n.venue_machine_id and g.session_uuid = n.session_uuid and g.generation = n.generation
    )
  ),
  -- Begun by another process, unknown to this one.
  left_running as (
    update games g set settled_at = n.started_at, successful = false
    from (select venue_machine_id, min(started_at) as started_at from beginning group by venue_machine_id) n
    where g.venue_machine_id = n.venue_machine_id and g.settled_at is null
      and not exists (
        select from given o where o.venue_machine_id = g.venue_machine_id and o.session_uuid = g.session_uuid and o.generation = g.generation
      )
    returning g.id
  ),
  inserted as (
    insert into games (
      venue_machine_id, session_uuid, generation, sequence, started_at, updated_at, settled_at, successful, duration_ms,
      current_player, current_ball, scores, game_modes
    )
    select
      venue_machine_id, session_uuid, generation, sequence, started_at, updated_at, settled_at, successful, duration_ms,
      current_player, current_ball, scores, game_modes
    from beginning
    -- Counting forces the order: a machine's last game has ended before its next one begins.
    where (select count(*) from changed) + (select count(*) from left_running) >= 0
    order by place
    on conflict do nothing
    returning id, venue_machine_id, session_uuid, generation, settled_at, successful, scores
  ),
  begun as (
    select n.place, i.id, venue_machine_id, i.settled_at, i.successful, i.scores
    from inserted i join beginning n using (venue_machine_id, session_uuid, generation)
  ),`

/** The scores of successful games, for leaderboards. */
const counted = sql`,
  counted as (
    insert into settled_scores (game_id, position, venue_machine_id, score, settled_at)
    select w.id, slot.position, w.venue_machine_id, slot.score, w.settled_at
    from written w, unnest(w.scores) with ordinality as slot (score, position)
    where w.successful and slot.score is not null
    on conflict (game_id, position) do update set score = excluded.score
  )`

/** One statement, so one transaction and one round trip; only the parts that are needed, as most batches only change games. Its parameter is the rows as JSON. */
const writing = (begins: boolean, counts: boolean) => sql`
  with given as (
    select *, to_timestamp(started_ms / 1000.0) as started_at, to_timestamp(updated_ms / 1000.0) as updated_at, to_timestamp(settled_ms / 1000.0) as settled_at
    from rows from (
      json_to_recordset(${''}::json) as (
        venue_machine_id bigint, session_uuid uuid, generation int, sequence bigint, started_ms bigint,
        updated_ms bigint, settled_ms bigint, successful boolean, duration_ms bigint, current_player smallint,
        current_ball smallint, scores bigint[], game_modes text[], base_sequence bigint, base_settled boolean
      )
    ) with ordinality as row (
      venue_machine_id, session_uuid, generation, sequence, started_ms, updated_ms, settled_ms, successful, duration_ms,
      current_player, current_ball, scores, game_modes, base_sequence, base_settled, place
    )
  ),
  ${changed}
  ${begins ? begun : sql``}
  written as (select * from changed ${begins ? sql`union all select * from begun` : sql``})
  ${counts ? counted : sql``}
  select place, id from written
`

/** Of the statements that write: put together once, not for every post. */
const texts: Record<string, string> = {}

export const gamesStore = (db: Kysely<Tables>): GameStore => ({
  async machine(venueMachineId) {
    const { rows } = await sql<NewestRow>`
      select m.last_heard_at as last_seen_at, g.id, replace(g.session_uuid::text, '-', '') as session_uuid, g.generation,
        g.sequence::text as sequence, g.started_at, g.updated_at, g.settled_at, g.successful, g.duration_ms,
        g.current_player, g.current_ball, g.scores::text[] as scores, g.game_modes
      from venue_machines m
      left join lateral (select * from games where venue_machine_id = m.id and entered is null order by id desc limit 1) g on true
      where m.id = ${venueMachineId}
    `.execute(db)
    const [row] = rows
    if (!row) return { lastSeenAt: 0 }
    const lastSeenAt = Math.max(row.last_seen_at?.getTime() ?? 0, row.updated_at?.getTime() ?? 0)
    if (row.id === null) return { proposal: await this.proposal(venueMachineId), lastSeenAt }
    const [players, proposal] = await Promise.all([this.claims(row.id), this.proposal(venueMachineId)])
    return { newest: { id: row.id, state: stateOf(row), players }, proposal, lastSeenAt }
  },

  async session(venueMachineId, sessionUuid) {
    const statement = sql<{ id: number; generation: number; sequence: string }>`
      select id, generation, sequence::text as sequence from games
      where venue_machine_id = ${venueMachineId} and session_uuid = ${sessionUuid}::uuid and entered is null
      order by generation desc limit 1
    `
    const { rows } = await runKept(db, 'newest game of a session', statement)
    return rows[0] && { ...rows[0], sequence: BigInt(rows[0].sequence) }
  },

  async commit(rows) {
    const begins = rows.some(({ base }) => base === undefined)
    const counts = rows.some(({ state }) => state.ending?.isSuccessful)
    const text = (texts[`${begins} ${counts}`] ??= keepPlan(
      `commit ${begins} ${counts}`,
      writing(begins, counts).compile(db).sql,
    ))
    const { rows: written } = await db.executeQuery(
      CompiledQuery.raw(text, [JSON.stringify(rows.map(given))]) as CompiledQuery<{ place: number; id: number }>,
    )
    const ids = new Array<number | undefined>(rows.length)
    for (const { place, id } of written) ids[place - 1] = id
    return ids
  },

  async running({ from, to }, known, limit) {
    const { rows } = await sql<{ venue_machine_id: number }>`
      select g.venue_machine_id from games g join venue_machines m on m.id = g.venue_machine_id
      where g.settled_at is null and greatest(g.updated_at, m.last_heard_at) not between ${moment(from)} and ${moment(to)}
        and not exists (select from unnest(${known}::bigint[]) as known (id) where known.id = g.venue_machine_id)
      order by greatest(g.updated_at, m.last_heard_at), g.venue_machine_id limit ${limit}
    `.execute(db)
    return rows.map(({ venue_machine_id }) => venue_machine_id)
  },

  async claims(gameId) {
    const { rows } = await sql<{ position: number; claimer: ClaimerJson }>`
      select c.position, ${claimerJson} as claimer from game_claims c left join users u on u.id = c.user_id where c.game_id = ${gameId}
    `.execute(db)
    return new Map(rows.map(({ position, claimer }) => [position, playerOf(claimer)]))
  },

  async proposal(venueMachineId) {
    const { rows } = await sql<{ said: ProposedPlayers; posted_at: Date }>`
      select said, feed.posted_at
      from board_references named
      join boards board on board.type = named.board_type and board.id = named.board_id
      join venue_machines machine on machine.id = named.venue_machine_id
      join venues venue on venue.id = machine.venue_id and venue.owner_id = board.owner_id
      join board_feeds feed on feed.board_type = board.type and feed.board_id = board.id and feed.over_at is null
      cross join lateral jsonb_array_elements(feed.players) said
      where named.venue_machine_id = ${venueMachineId} and (said ->> 'venuemachine')::bigint = ${venueMachineId}
      order by feed.posted_at desc limit 1
    `.execute(db)
    return rows[0] && proposalOf(rows[0].said, rows[0].posted_at)
  },

  async playing(userId) {
    const { rows } = await sql<{ venue_machine_id: number }>`
      select distinct g.venue_machine_id from game_claims c join games g on g.id = c.game_id
      where c.user_id = ${userId} and not exists (select from games n where n.venue_machine_id = g.venue_machine_id and n.id > g.id and n.entered is null)
    `.execute(db)
    return rows.map(({ venue_machine_id }) => venue_machine_id)
  },

  async noteSharedKey(venueMachineId) {
    await sql`update venue_machines set key_shared_at = now() where id = ${venueMachineId}`.execute(db)
  },

  async writeLastSeen(moments) {
    await sql`
      with given as (
        select m.id, seen.last_seen_at
        from unnest(${[...moments.keys()]}::bigint[], ${[...moments.values()].map(moment)}::timestamptz[]) as seen (id, last_seen_at)
        join venue_machines m on m.id = seen.id
        -- In one order, before anything is written: another process that heard the same machines waits, and neither ends the other.
        order by m.id for no key update of m
      ),
      devices_seen as (
        update devices d set last_heard_at = given.last_seen_at from given where d.venue_machine_id = given.id
      )
      update venue_machines m set last_heard_at = given.last_seen_at from given
      -- A later time from another process stays; one left by a clock that was ahead does not.
      where m.id = given.id and (m.last_heard_at is null or m.last_heard_at < given.last_seen_at or m.last_heard_at > given.last_seen_at + interval '5 minutes')
    `.execute(db)
  },
})
