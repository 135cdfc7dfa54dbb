import { CardId, isTestSession, momentTitles, scoreToWire } from '@multiball/shared/schema'
import type { MachineDisplay, MomentCard, MomentKind } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../../ground/database/tables'
import type { Actor } from '../../../ground/http/actors'
import { notFound } from '../../../ground/http/refusals'
import { isShownInPublic } from '../../venues/venues.store'
import { claimerJson, playerOf } from '../claimers'
import type { ClaimerJson } from '../claimers'
import { clockAt } from '../leaderboards/zoneClock'
import type { MachineScores } from '../scores.service'
import { visibleGame } from '../timelines/timelines.routes'

type Db = Kysely<Tables>

/** Of one score, the widest first: what its card says. */
const cardKinds: readonly MomentKind[] = [
  'venue_record',
  'machine_record',
  'month_record',
  'day_record',
  'personal_best',
]

/** Counting stops here, so that a card costs the same on a machine with a million scores. */
const lastPlace = 100

interface CardRow {
  kind: string | null
  session_uuid: string
  venue_machine_id: number
  venue_id: number
  venue_name: string
  time_zone: string | null
  machine_id: number
  machine_name: string
  display: MachineDisplay | null
  player_count: number | null
  /** digits */
  score: string
  settled_at: Date
  claimer: ClaimerJson | null
  /** digits */
  previous_score: string | null
  previous_claimer: ClaimerJson | null
  rank: number
  players: number
  /** scores that count and are better, up to {@link lastPlace}; null for a score that does not count */
  better: number | null
  board_type: string | null
  board_id: number | null
  board_title: string | null
}

async function findRow(db: Db, kind: string, game: number, position: number): Promise<CardRow | undefined> {
  const kinds = kind === 'game' ? cardKinds : cardKinds.filter((one) => one === kind)
  const { rows } = await sql<CardRow>`
    select m.kind, g.session_uuid::text as session_uuid, vm.id as venue_machine_id, v.id as venue_id, v.name as venue_name, v.time_zone,
      t.id as machine_id, t.name as machine_name, t.display, t.player_count, played.score::text as score, g.settled_at, claim.claimer,
      m.previous_score::text as previous_score, previous.claimer as previous_claimer,
      (select count(*)::int from unnest(g.scores) other where other is not null) as players,
      (select count(*)::int + 1 from unnest(g.scores) other where other > played.score) as rank,
      case when exists (select from settled_scores s where s.game_id = g.id and s.position = ${position}) then (
        select count(*)::int from (
          select from settled_scores s where s.venue_machine_id = vm.id and s.score > played.score limit ${lastPlace}
        ) best
      ) end as better,
      shown.type as board_type, shown.id as board_id, shown.title as board_title
    from games g
    cross join lateral (select g.scores[${position}] as score) played
    join venue_machines vm on vm.id = g.venue_machine_id
    join venues v on v.id = vm.venue_id
    join machines t on t.id = vm.machine_id
    left join lateral (
      select kind, previous_game_id, previous_position, previous_score from moments
      where game_id = g.id and position = ${position} and state <> 'withdrawn' and kind = any (${kinds}::text[])
      order by array_position(${kinds}::text[], kind) limit 1
    ) m on true
    left join lateral (
      select ${claimerJson} as claimer from game_claims c left join users u on u.id = c.user_id where c.game_id = g.id and c.position = ${position}
    ) claim on true
    left join lateral (
      select ${claimerJson} as claimer from game_claims c left join users u on u.id = c.user_id
      where c.game_id = m.previous_game_id and c.position = m.previous_position
    ) previous on true
    left join lateral (
      select b.type, b.id, b.title from board_references r join boards b on b.type = r.board_type and b.id = r.board_id
      where r.venue_machine_id = vm.id and r.opens and b.is_public and b.owner_id = v.owner_id and b.type <> 'streamboard'
      order by b.type = 'scoreboard' desc, b.id limit 1
    ) shown on true
    where g.id = ${game} and g.settled_at is not null and played.score is not null
  `.execute(db)
  return rows[0]
}

const ends: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const ordinal = (place: number) => `${place}${ends[ordinals.select(place)]!}`

/** Places that are worth a headline. */
const topPlaces = 10

function headingOf(kind: string, place: number | null, { rank, players }: CardRow): string {
  if (kind !== 'game') return momentTitles[kind]!.join(' ')
  if (place !== null && place <= topPlaces) return place === 1 ? 'Best ever' : `${ordinal(place)} best ever`
  return players > 1 && rank === 1 ? 'Won the game' : 'Final score'
}

/** What the heading does not say already. */
function standingOf(kind: string, place: number | null, { rank, players }: CardRow): string {
  const onMachine = place === null || place === 1 ? '' : `${ordinal(place)} best on this machine`
  const inGame = players > 1 ? `${ordinal(rank)} of ${players} players` : ''
  const isSaid = kind === 'game' && place !== null && place <= topPlaces
  return isSaid ? inGame : onMachine || inGame
}

/**
 * A score as it is shared, for anyone who may see its machine or has played in its game. Throws the same 404 for what is no id, for
 * what there is not, was withdrawn or has no owner, and for what this actor may not see.
 */
export async function cardFor(
  { db, scores }: { db: Db; scores: Pick<MachineScores, 'requireVisible'> },
  id: string,
  actor: Actor,
  key: string | undefined,
): Promise<MomentCard> {
  if (!v.is(CardId, id)) throw notFound()
  const [asked = '', game, position] = id.split(':').map((part, at) => (at === 0 ? part : Number(part))) as [
    string,
    number,
    number,
  ]
  await visibleGame({ db, scores }, game, actor, key)
  const row = await findRow(db, asked, game, position)
  const isThere = row && !isTestSession(row.session_uuid) && (asked === 'game' ? row.claimer : row.kind) !== null
  if (!isThere) throw notFound()
  const kind = row.kind ?? 'game'
  const place = row.better === null || row.better === lastPlace ? null : row.better + 1
  const isOpen = await isShownInPublic(db, row.venue_machine_id)
  return {
    id,
    kind,
    heading: headingOf(kind, place, row),
    standing: standingOf(kind, place, row),
    venuemachine: {
      id: row.venue_machine_id,
      venue: { id: row.venue_id, name: row.venue_name },
      machine: { id: row.machine_id, name: row.machine_name, display: row.display, player_count: row.player_count },
    },
    game,
    position,
    score: scoreToWire(BigInt(row.score)),
    player: row.claimer && playerOf(row.claimer),
    place,
    previous:
      row.previous_score === null
        ? null
        : {
            score: scoreToWire(BigInt(row.previous_score)),
            player: row.previous_claimer && playerOf(row.previous_claimer),
          },
    day: new Date(clockAt(row.time_zone ?? 'UTC', row.settled_at.getTime())).toISOString().slice(0, 10),
    is_open: isOpen,
    board: row.board_id === null ? null : { type: row.board_type!, id: row.board_id, title: row.board_title! },
  }
}
