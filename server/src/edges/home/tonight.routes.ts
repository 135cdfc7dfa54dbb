import { isTestSession, scoreToWire, Tonight, TonightQuery } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { countWaiting } from '../../core/games/sent/sentScores.store'
import { clockAt, instantOf } from '../../core/games/leaderboards/zoneClock'
import type { Tables } from '../../ground/database/tables'
import { requireUser } from '../../ground/http/auth'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'

type Db = Kysely<Tables>

const dayMs = 86_400_000
/** Devices say something every 10 to 12 s, which is written 10 s later at most. */
const deviceSilentAfterMs = 60_000
/** A program with a device key sends only what changes: a ball may be held for a while. Five minutes of silence end the game. */
const keySilentAfterMs = 180_000
/** Nobody reads on: a page of machines says more. */
const mostListed = 12

interface MachineRow {
  id: number
  venue_id: number
  venue_name: string
  machine_id: number
  machine_name: string
  last_heard_at: Date | null
}

const machineColumns = sql`vm.id, venue.id as venue_id, venue.name as venue_name, m.id as machine_id, m.name as machine_name, vm.last_heard_at`

const standingIn = sql`from venues venue join venue_machines vm on vm.venue_id = venue.id join machines m on m.id = vm.machine_id`
const isOwn = (ownerId: number) =>
  sql`venue.owner_id = ${ownerId} and venue.retired_at is null and vm.retired_at is null`

const machineOf = ({ id, venue_id, venue_name, machine_id, machine_name, last_heard_at }: MachineRow) => ({
  id,
  venue: { id: venue_id, name: venue_name },
  machine: { id: machine_id, name: machine_name },
  last_heard_at: last_heard_at?.toISOString() ?? null,
})

async function machinesNow(db: Db, ownerId: number, now: number) {
  const { rows } = await sql<
    MachineRow & { is_playing: boolean; newest_session: string | null; has_device: boolean; has_game: boolean }
  >`
    select ${machineColumns}, newest.session_uuid as newest_session, coalesce(newest.is_playing, false) as is_playing,
      exists (select from devices where venue_machine_id = vm.id) as has_device,
      exists (select from games where venue_machine_id = vm.id) as has_game
    ${standingIn}
    left join lateral (select session_uuid, settled_at is null as is_playing from games where venue_machine_id = vm.id and entered is null order by id desc limit 1) newest on true
    where ${isOwn(ownerId)}
    order by vm.last_heard_at desc nulls last, vm.id
  `.execute(db)
  type Row = (typeof rows)[number]
  const isHere = ({ last_heard_at, has_device }: Row) =>
    last_heard_at !== null && now - last_heard_at.getTime() < (has_device ? deviceSilentAfterMs : keySilentAfterMs)
  // Only devices send while nobody plays. A test game needs nothing that sends, so nothing falls silent in one.
  const shouldSend = ({ has_device, is_playing, newest_session }: Row) =>
    has_device || (is_playing && newest_session !== null && !isTestSession(newest_session))
  return {
    newest: rows.at(-1),
    count: rows.length,
    hasScore: rows.some(({ has_game }) => has_game),
    playing: rows.filter((row) => row.is_playing && isHere(row)),
    silent: rows.filter((row) => row.last_heard_at !== null && !isHere(row) && shouldSend(row)),
  }
}

async function bestSince(db: Db, ownerId: number, since: Date) {
  const { rows } = await sql<MachineRow & { game_id: number; score: string; player: string | null }>`
    select ${machineColumns}, best.game_id, best.score::text as score, coalesce(c.name, c.initials, nullif(u.display_name, ''), trim(u.first_name || ' ' || u.last_name)) as player
    ${standingIn} join settled_scores best on best.venue_machine_id = vm.id
    left join users u on u.id = best.user_id
    left join game_claims c on best.user_id is null and c.game_id = best.game_id and c.position = best.position
    where ${isOwn(ownerId)} and best.settled_at >= ${since}
    order by best.score desc, best.settled_at limit 1
  `.execute(db)
  const [row] = rows
  return row
    ? { game: row.game_id, score: scoreToWire(BigInt(row.score)), player: row.player, venuemachine: machineOf(row) }
    : null
}

async function standing(db: Db, ownerId: number, onlineSince: Date) {
  const { rows } = await sql<{
    online: number
    count: number
    has_tv: boolean
    has_board: boolean
    venue: number | null
  }>`
    select count(*) filter (where tv.last_seen_at > ${onlineSince})::int as online, count(*)::int as count, coalesce(bool_or(tv.shown_version is not null), false) as has_tv,
      exists (select from boards where owner_id = ${ownerId}) as has_board,
      (select min(id) from venues where owner_id = ${ownerId} and retired_at is null) as venue
    from tvs tv where tv.owner_id = ${ownerId}
  `.execute(db)
  return rows[0]!
}

/** What goes on at an owner's machines and TVs now, and how far the set-up is. */
async function tonightOf(db: Db, ownerId: number, zone: string, now: number, tvOnlineForMs: number): Promise<Tonight> {
  const today = new Date(instantOf(zone, Math.floor(clockAt(zone, now) / dayMs) * dayMs))
  const [machines, best, rest, waiting] = await Promise.all([
    machinesNow(db, ownerId, now),
    bestSince(db, ownerId, today),
    standing(db, ownerId, new Date(now - tvOnlineForMs)),
    countWaiting(db, ownerId),
  ])
  const { newest } = machines
  return {
    playing: machines.playing.slice(0, mostListed).map(machineOf),
    silent: machines.silent.slice(0, mostListed).map(machineOf),
    counts: { playing: machines.playing.length, silent: machines.silent.length },
    machines: machines.count,
    tvs: { online: rest.online, count: rest.count },
    best,
    steps: {
      venue: newest?.venue_id ?? rest.venue,
      machine: newest?.id ?? null,
      has_score: machines.hasScore,
      has_board: rest.has_board,
      has_tv: rest.has_tv,
    },
    waiting_scores: waiting,
  }
}

export function tonightRoutes({
  db,
  tvOnlineForMs,
  trouble = () => undefined,
  now = Date.now,
}: {
  db: Db
  /** how long a TV counts as online after it was last heard, in ms */
  tvOnlineForMs: number
  /** a sentence on what keeps the server from its work, which owners should know */
  trouble?: () => string | undefined
  now?: () => number
}): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/tonight/',
      describes({
        summary: 'What is played on your machines, what is silent, your TVs, and today’s best score',
        actor: 'user',
        scope: 'read',
        query: TonightQuery,
        answers: { 200: Tonight },
      }),
      async (request) => {
        const userId = requireUser(request)
        const { tz } = parse(TonightQuery, request.query)
        const sentence = trouble()
        return {
          ...(await tonightOf(db, userId, tz, now(), tvOnlineForMs)),
          ...(sentence !== undefined && { trouble: sentence }),
        }
      },
    )
  }
}
