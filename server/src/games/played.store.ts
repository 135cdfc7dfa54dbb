import { scoreToWire } from '@multiball/shared/schema'
import type { PlayedGame, Player } from '@multiball/shared/schema'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Tables } from '../database'
import type { Paging } from '../http/page'
import { pictureAddress } from '../media/mediaAddress'

interface PlayedRow {
  id: number
  started_at: Date
  settled_at: Date
  successful: boolean
  /** digits, by slot */
  scores: (string | null)[]
  claims: ({ position: number; picture: string | null } & Omit<Player, 'profile_picture'>)[]
}

function playedGame({ id, started_at, settled_at, successful, scores, claims }: PlayedRow): PlayedGame {
  const players = new Map(
    claims.map(({ position, picture, ...named }): [number, Player] => [position, { ...named, profile_picture: pictureAddress(picture) }]),
  )
  return {
    id,
    started_on: started_at.toISOString(),
    settled_on: settled_at.toISOString(),
    successful,
    scores: scores.flatMap((score, slot) =>
      score === null ? [] : [{ position: slot + 1, score: scoreToWire(BigInt(score)), player: players.get(slot + 1) ?? null }],
    ),
  }
}

/** Settled games of a machine, newest first. */
export async function listPlayed(db: Kysely<Tables>, venueMachineId: number, { limit, offset }: Paging): Promise<{ count: number; played: PlayedGame[] }> {
  const { count } = await db
    .selectFrom('games')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('venue_machine_id', '=', venueMachineId)
    .where('settled_at', 'is not', null)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<PlayedRow>`
    select g.id, g.started_at, g.settled_at, coalesce(g.successful, false) as successful, g.scores::text[] as scores,
      coalesce((
        select json_agg(json_build_object(
          'position', c.position, 'id', u.id, 'cached_display_name', coalesce(nullif(u.display_name, ''), trim(u.first_name || ' ' || u.last_name)),
          'initials', u.initials, 'prefer_initials', u.prefer_initials, 'picture', encode(u.picture, 'hex')
        )) from game_claims c join users u on u.id = c.user_id where c.game_id = g.id
      ), '[]') as claims
    from games g
    where g.venue_machine_id = ${venueMachineId} and g.settled_at is not null
    order by g.id desc limit ${limit} offset ${offset}
  `.execute(db)
  return { count, played: rows.map(playedGame) }
}
