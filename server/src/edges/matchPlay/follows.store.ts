import type { Follow, FollowTrouble } from '@multiball/shared/schema'
import { sql, type Kysely } from 'kysely'
import type { FeedPlace } from '../../core/boards/feeds/feeds.store'
import type { Tables } from '../../ground/database/tables'
import type { Kept } from '../../ground/tournaments/follow'

type Db = Kysely<Tables>

/** A board type whose boards name a tournament of Match Play: in this field of their settings, for this feed. */
export interface FollowingType {
  type: string
  feed: string
  field: string
}

/** A tournament, and whose token it is asked with; 0: without one. */
interface FollowName {
  tournament: number
  asker: number
}

/** How many different tournaments of an owner are followed at a time: those with the highest numbers. */
const mostOfAnOwner = 5
/** And of all owners together: each may take 18 calls of Match Play a minute. */
const mostInAll = 200
/** A server that follows says so again within this time. */
const heldForSec = 30

/** The boards that name a tournament; `place` counts the tournaments of an owner, the newest first. */
const named = (types: readonly FollowingType[]) => sql`
  select board.type, board.id, kind.feed as name, board.owner_id, board.updated_at, said.tournament, coalesce(token.owner_id, 0) as asker,
    dense_rank() over (partition by board.owner_id order by said.tournament desc) as place
  from unnest(${types.map(({ type }) => type)}::text[], ${types.map(({ feed }) => feed)}::text[], ${types.map(({ field }) => field)}::text[])
    as kind (type, feed, field)
  join boards board on board.type = kind.type
  cross join lateral (
    select substring(board.settings ->> kind.field from '(?:^|/tournaments/)([1-9][0-9]{0,9})(?:[/?#]|$)')::bigint as tournament
  ) said
  left join match_play_tokens token on token.owner_id = board.owner_id
  where said.tournament is not null`

/** Makes the followed tournaments those that boards name; where they are too many, every owner's newest come first. */
export async function noteNamed(db: Db, types: readonly FollowingType[], most = mostInAll): Promise<void> {
  await sql`
    with followed as (
      select tournament, asker from (${named(types)}) named where place <= ${mostOfAnOwner}
      group by tournament, asker order by min(place), tournament desc limit ${most}
    ),
    gone as (
      delete from followed_tournaments before
      where not exists (select from followed where followed.tournament = before.tournament and followed.asker = before.asker)
    )
    insert into followed_tournaments (tournament, asker) select tournament, asker from followed on conflict do nothing
  `.execute(db)
}

/** A tournament that a server follows until others may. */
export interface HeldFollow extends FollowName {
  token: string | null
  kept: Partial<Kept>
  boards: (FeedPlace & { owner: number })[]
}

/**
 * Takes those tournaments that no other server follows, and keeps those that this one has. One that is over or refused is left
 * alone after a day, until a board that names it is changed.
 */
export async function holdFollows(db: Db, types: readonly FollowingType[], server: string): Promise<HeldFollow[]> {
  const { rows } = await sql<HeldFollow>`
    with followed as (
      select tournament, asker, max(updated_at) as wished_at,
        json_agg(json_build_object('type', type, 'id', id, 'name', name, 'owner', owner_id)) as boards
      from (${named(types)}) named where place <= ${mostOfAnOwner} group by tournament, asker
    )
    update followed_tournaments held set held_by = ${server}, held_until = now() + ${heldForSec} * interval '1 s'
    from followed left join match_play_tokens token on token.owner_id = followed.asker
    where held.tournament = followed.tournament and held.asker = followed.asker
      and (held.held_by = ${server} or held.held_until is null or held.held_until < now())
      and (held.rests_since is null or greatest(held.rests_since, followed.wished_at) > now() - interval '1 day')
    returning held.tournament, held.asker, token.token, held.kept, followed.boards
  `.execute(db)
  return rows
}

/** What a follower knows, for owners and for the one after it. */
export interface FollowState extends FollowName {
  name: string | null
  status: string | null
  /** Match Play answered a moment ago */
  is_heard: boolean
  trouble: FollowTrouble | null
  /** nothing more is expected */
  rests: boolean
  kept: Partial<Kept> | null
}

/** Notes these of the tournaments that this server follows. */
export async function noteStates(db: Db, server: string, states: readonly FollowState[]): Promise<void> {
  if (states.length === 0) return
  await sql`
    update followed_tournaments held set name = coalesce(said.name, held.name), status = coalesce(said.status, held.status),
      kept = coalesce(said.kept, held.kept), trouble = said.trouble,
      heard_at = case when said.is_heard then now() else held.heard_at end,
      trouble_since = case when said.trouble is not null then coalesce(held.trouble_since, now()) end,
      rests_since = case when said.rests then coalesce(held.rests_since, now()) end
    from json_to_recordset(${JSON.stringify(states)})
      as said (tournament bigint, asker bigint, name text, status text, is_heard boolean, trouble text, rests boolean, kept jsonb)
    where held.tournament = said.tournament and held.asker = said.asker and held.held_by = ${server}
  `.execute(db)
}

/** Leaves what this server followed to others, at once. */
export async function releaseFollows(db: Db, server: string): Promise<void> {
  await sql`update followed_tournaments set held_until = null where held_by = ${server}`.execute(db)
}

/** An owner's boards that name a tournament, and what is heard of it. */
export async function followsOf(
  db: Db,
  types: readonly FollowingType[],
  ownerId: number,
  most = mostInAll,
): Promise<Follow[]> {
  const { rows } = await sql<Record<keyof Follow, never> & { place: number; is_full: boolean }>`
    select (select count(*) from followed_tournaments) >= ${most} as is_full, named.type, named.id, named.tournament, named.place::int, f.name, f.status, f.since, f.heard_at, f.trouble, f.trouble_since
    from (${named(types)}) named left join followed_tournaments f on f.tournament = named.tournament and f.asker = named.asker
    where named.owner_id = ${ownerId} order by named.type, named.id
  `.execute(db)
  const instant = (at: Date | null) => at && at.toISOString()
  return rows.map(({ place, is_full, since, heard_at, trouble, trouble_since, ...row }) => ({
    ...row,
    since: instant(since),
    heard_at: instant(heard_at),
    trouble: place > mostOfAnOwner || (is_full && since === null) ? 'many' : trouble,
    trouble_since: instant(trouble_since),
  }))
}

/** The token that an owner's tournaments are asked with; undefined: they are asked without one. */
export async function tokenOf(db: Db, ownerId: number): Promise<string | undefined> {
  const { rows } = await sql<{
    token: string
  }>`select token from match_play_tokens where owner_id = ${ownerId}`.execute(db)
  return rows[0]?.token
}

/** Keeps the token that an owner's tournaments are asked with, in place of the one before. @param token null: none */
export async function putToken(db: Db, ownerId: number, token: string | null): Promise<void> {
  await (
    token === null
      ? sql`delete from match_play_tokens where owner_id = ${ownerId}`
      : sql`
        insert into match_play_tokens (owner_id, token) select id, ${token} from users where id = ${ownerId}
        on conflict (owner_id) do update set token = excluded.token`
  ).execute(db)
}
