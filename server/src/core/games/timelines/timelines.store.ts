import type { EnteredBy } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import type { Point } from './point'

type Db = Kysely<Tables>

/** A point of a game in progress; its time is ms since 1970. */
export interface GamePoint extends Point {
  gameId: number
}

/** Notes points; one of the same game and moment is noted once, and none of a game that was removed meanwhile. */
export async function insertPoints(db: Db, points: readonly GamePoint[]): Promise<void> {
  const given = points.map(({ gameId, at, scores, player, ball, modes }) => ({
    game_id: gameId,
    seen_at: new Date(at).toISOString(),
    scores,
    current_player: player,
    current_ball: ball,
    game_modes: modes,
  }))
  await sql`
    insert into game_points (game_id, seen_at, scores, current_player, current_ball, game_modes)
    select game_id, seen_at, given.scores, given.current_player, given.current_ball, given.game_modes from json_to_recordset(${JSON.stringify(given)}::json)
      as given (game_id bigint, seen_at timestamptz, scores bigint[], current_player smallint, current_ball smallint, game_modes text[])
      join games on games.id = given.game_id
    for key share of games
    on conflict do nothing
  `.execute(db)
}

interface PointRow {
  at: number
  /** digits */
  scores: (string | null)[]
  current_player: number | null
  current_ball: number | null
  game_modes: string[]
}

const pointOfRow = ({ at, scores, current_player, current_ball, game_modes }: PointRow): Point => ({
  at: Math.max(0, Math.round(at)),
  scores,
  player: current_player,
  ball: current_ball,
  modes: game_modes,
})

/** ms since the game's start */
const msIntoGame = sql`extract(epoch from p.seen_at - g.started_at)::float8 * 1000`

const columns = sql`${msIntoGame} as at, p.scores::text[] as scores, p.current_player, p.current_ball, p.game_modes`

/** What is noted of a game, in order; times are ms since its start. */
export async function notedPoints(db: Db, gameId: number): Promise<Point[]> {
  const { rows } = await sql<PointRow>`
    select ${columns} from game_points p join games g on g.id = p.game_id where p.game_id = ${gameId} order by p.seen_at
  `.execute(db)
  return rows.map(pointOfRow)
}

/** Games of which points are still noted one by one: those that are settled, and those in progress with so many. */
export async function gamesToPack(
  db: Db,
  settledBefore: Date,
  most: number,
  limit: number,
): Promise<{ id: number; ownerId: number; isOver: boolean }[]> {
  // From one game to the next: there may be hundreds of points of each.
  const { rows } = await sql<{ id: number; ownerId: number; isOver: boolean }>`
    with recursive noted (game_id) as (
      (select game_id from game_points order by game_id limit 1)
      union all
      select (select p.game_id from game_points p where p.game_id > noted.game_id order by p.game_id limit 1) from noted where noted.game_id is not null
    )
    select g.id, v.owner_id as "ownerId", g.settled_at is not null as "isOver"
    from noted join games g on g.id = noted.game_id join venue_machines m on m.id = g.venue_machine_id join venues v on v.id = m.venue_id
    where g.settled_at < ${settledBefore} or g.settled_at is null and exists (select from game_points p where p.game_id = g.id offset ${most - 1} limit 1)
    limit ${limit}
  `.execute(db)
  return rows
}

/** Makes one row of the points of a game, and of those that it had packed before; `pack` is given them in order. */
export const packPoints = (db: Db, gameId: number, pack: (points: Point[]) => Point[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    // One process at a time: what another one packed in the meantime is read, not overwritten.
    await sql`select pg_advisory_xact_lock(hashtextextended('timeline', ${gameId}))`.execute(trx)
    const { rows } = await sql<PointRow>`
      delete from game_points p using games g where p.game_id = ${gameId} and g.id = p.game_id returning ${columns}
    `.execute(trx)
    if (rows.length === 0) return
    const before = await trx
      .selectFrom('game_timelines')
      .select('points')
      .where('game_id', '=', gameId)
      .executeTakeFirst()
    const all = [...((before?.points ?? []) as Point[]), ...rows.map(pointOfRow)].sort(
      (one, other) => one.at - other.at,
    )
    const points = JSON.stringify(pack(all))
    await trx
      .insertInto('game_timelines')
      .values({ game_id: gameId, points })
      .onConflict((conflict) => conflict.column('game_id').doUpdateSet({ points }))
      .execute()
  })

export interface FollowedGame {
  id: number
  venue_machine_id: number
  started_at: Date
  settled_at: Date | null
  successful: boolean | null
  duration_ms: number | null
  /** digits */
  scores: (string | null)[]
  entered: EnteredBy | null
  note: string | null
  has_photo: boolean
  /** users who claimed slots */
  claimers: number[]
  /** another text after whatever changes what is told of the game, but for points noted of its entries */
  version: string
}

/** What is kept of the way of a game. */
interface KeptWay {
  /** what its device wrote, its times as they are there; null when it wrote nothing */
  log: { time: number; scores: (string | null)[]; player: number | null; ball: number | null; modes: string[] }[] | null
  /** ms since the game's start */
  packed: Point[] | null
}

/** A game; undefined when there is none. */
export async function findFollowedGame(db: Db, id: number): Promise<FollowedGame | undefined> {
  const { rows } = await sql<FollowedGame>`
    select g.id, g.venue_machine_id, g.started_at, g.settled_at, g.successful, g.duration_ms, g.scores::text[] as scores, g.entered, g.note, p.id is not null as has_photo,
      coalesce(c.claimers, '[]') as claimers, concat_ws(' ', g.id, g.updated_at, g.settled_at, l.received_at, c.claims, p.id) as version
    from games g left join game_logs l on l.game_id = g.id left join score_photos p on p.game_id = g.id, lateral (
      select json_agg(user_id) filter (where user_id is not null) as claimers, string_agg(game_claims::text, ' ') as claims from game_claims where game_id = g.id
    ) c where g.id = ${id}
  `.execute(db)
  return rows[0]
}

/** What is kept of the way of a game: it may be megabytes of an old log. */
export async function findKeptWay(db: Db, gameId: number): Promise<KeptWay> {
  const { rows } = await sql<KeptWay>`
    select l.timeline as log, t.points as packed
    from (select ${gameId}::bigint as id) g left join game_logs l on l.game_id = g.id left join game_timelines t on t.game_id = g.id
  `.execute(db)
  return rows[0]!
}
