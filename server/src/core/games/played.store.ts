import { cardOfScore, isTestSession, scoreToWire } from '@multiball/shared/schema'
import type { EnteredBy, OwnGame, PlayedGame } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../ground/database'
import type { Cursor } from '../../ground/http/page'
import { claimerJson, playerOf } from './claimers'
import type { ClaimerJson } from './claimers'

/** By whom a game was told as a whole, as answers say it; nothing of one that was recorded. */
export const toldOf = ({ entered, note }: { entered: EnteredBy | null; note: string | null }) => ({
  ...(entered !== null && { entered }),
  ...(note !== null && { note }),
})

interface PlayedRow {
  id: number
  entered: EnteredBy | null
  note: string | null
  session_uuid: string
  started_at: Date
  settled_at: Date
  successful: boolean
  /** digits, by slot */
  scores: (string | null)[]
  claims: { position: number; claimer: ClaimerJson }[]
}

function playedGame(row: PlayedRow): PlayedGame {
  const { id, session_uuid, started_at, settled_at, successful, scores, claims } = row
  const players = new Map(claims.map(({ position, claimer }) => [position, playerOf(claimer)]))
  return {
    id,
    started_on: started_at.toISOString(),
    settled_on: settled_at.toISOString(),
    successful,
    ...(isTestSession(session_uuid) && { is_test: true }),
    ...toldOf(row),
    scores: scores.flatMap((score, slot) =>
      score === null
        ? []
        : [{ position: slot + 1, score: scoreToWire(BigInt(score)), player: players.get(slot + 1) ?? null }],
    ),
  }
}

const playedColumns = sql`
  g.id, g.session_uuid::text as session_uuid, g.started_at, g.settled_at, coalesce(g.successful, false) as successful, g.scores::text[] as scores, g.entered, g.note,
  coalesce((
    select json_agg(json_build_object('position', c.position, 'claimer', ${claimerJson}))
    from game_claims c left join users u on u.id = c.user_id where c.game_id = g.id
  ), '[]') as claims`

/** A settled game; undefined where there is none. */
export async function findPlayed(db: Kysely<Tables>, id: number): Promise<PlayedGame | undefined> {
  const { rows } = await sql<PlayedRow>`
    select ${playedColumns} from games g where g.id = ${id} and g.settled_at is not null
  `.execute(db)
  return rows[0] && playedGame(rows[0])
}

/** Settled games of a machine, newest first; with `after` those that come after the game with this id. `count` is that of all. */
export async function listPlayed(
  db: Kysely<Tables>,
  venueMachineId: number,
  { limit, offset, after }: Cursor,
): Promise<{ count: number; played: PlayedGame[] }> {
  // All but the one that is being played: indexes alone know both.
  const {
    rows: [counted],
  } = await sql<{ count: number }>`
    select (select count(*) from games where venue_machine_id = ${venueMachineId}) - (select count(*) from games where venue_machine_id = ${venueMachineId} and settled_at is null) as count
  `.execute(db)
  const { rows } = await sql<PlayedRow>`
    select ${playedColumns} from games g
    where g.venue_machine_id = ${venueMachineId} and g.settled_at is not null ${after === undefined ? sql`` : sql`and g.id < ${after}`}
    order by g.id desc limit ${limit} offset ${offset}
  `.execute(db)
  return { count: counted!.count, played: rows.map(playedGame) }
}

interface OwnGameRow {
  id: number
  session_uuid: string
  venue_machine_id: number
  venue_name: string
  machine_id: number
  machine_name: string
  position: number
  initials: string | null
  /** digits */
  score: string
  rank: number
  players: number
  started_at: Date
  settled_at: Date | null
  entered: EnteredBy | null
  note: string | null
  is_open: boolean
}

const ownGame = (row: OwnGameRow): OwnGame => ({
  id: row.id,
  venuemachine: {
    id: row.venue_machine_id,
    venue: { name: row.venue_name },
    machine: { id: row.machine_id, name: row.machine_name },
  },
  position: row.position,
  ...(row.initials !== null && { initials: row.initials }),
  score: scoreToWire(BigInt(row.score)),
  rank: row.rank,
  players: row.players,
  started_on: row.started_at.toISOString(),
  settled_on: row.settled_at?.toISOString() ?? null,
  ...(isTestSession(row.session_uuid)
    ? { is_test: true }
    : row.settled_at && row.is_open && { card: cardOfScore(row.id, row.position) }),
  ...toldOf(row),
})

/** Whose games are asked for. */
type ClaimedBy = { user: number } | { guest: number }

/** The games that somebody has claimed a slot of, the newest first; `after` and `count` as of {@link listPlayed}. */
export async function listOwnGames(
  db: Kysely<Tables>,
  by: ClaimedBy,
  { limit, offset, after }: Cursor,
): Promise<{ count: number; ownGames: OwnGame[] }> {
  const own = 'user' in by ? sql<boolean>`c.user_id = ${by.user}` : sql<boolean>`c.guest_id = ${by.guest}`
  const { count } = await db
    .selectFrom('game_claims as c')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(own)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<OwnGameRow>`
    select g.id, g.session_uuid::text as session_uuid, g.venue_machine_id, v.name as venue_name, t.id as machine_id, t.name as machine_name, c.position, c.initials, g.entered, g.note,
      coalesce(g.scores[c.position], 0)::text as score, g.started_at, g.settled_at,
      (select count(*)::int from unnest(g.scores) score where score is not null) as players,
      (select count(*)::int + 1 from unnest(g.scores) score where score > g.scores[c.position]) as rank,
      g.scores[c.position] is not null and exists (select from open_machines open where open.id = g.venue_machine_id) as is_open
    from game_claims c
    join games g on g.id = c.game_id
    join venue_machines m on m.id = g.venue_machine_id
    join venues v on v.id = m.venue_id
    join machines t on t.id = m.machine_id
    where ${own} ${after === undefined ? sql`` : sql`and c.game_id < ${after}`}
    order by c.game_id desc limit ${limit} offset ${offset}
  `.execute(db)
  return { count, ownGames: rows.map(ownGame) }
}
