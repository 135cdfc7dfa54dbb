import { GameTimeline, scoreToWire } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database'
import { AnswerCache, sendCached } from '../../../ground/http/answerCache'
import type { Actor } from '../../../ground/http/auth'
import { perAddress } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { idOf, KeyQuery, parse } from '../../../ground/http/parse'
import { notFound } from '../../../ground/http/refusals'
import { findOwner, findVenueMachine } from '../../venues/venues.store'
import { venueMachineAnswer } from '../../venues/venues.service'
import type { GameStore } from '../games.store'
import { toldOf } from '../played.store'
import type { MachineScores } from '../scores.service'
import { readTimeline } from './readTimeline'
import { findFollowedGame } from './timelines.store'
import type { FollowedGame } from './timelines.store'

interface TimelinesDependencies {
  db: Kysely<Tables>
  scores: Pick<MachineScores, 'requireVisible'>
  store: Pick<GameStore, 'claims'>
  /** ms that only go on */
  now?: () => number
}

const hasPlayed = (actor: Actor, { claimers }: FollowedGame) => actor.type === 'user' && claimers.includes(actor.userId)

/** A game, for anyone who may see its machine or played in it. Throws 404. */
export async function visibleGame(
  { db, scores }: Pick<TimelinesDependencies, 'db' | 'scores'>,
  id: number,
  actor: Actor,
  key: string | undefined,
): Promise<FollowedGame> {
  const game = await findFollowedGame(db, id)
  if (!game) throw notFound()
  if (!hasPlayed(actor, game)) await scores.requireVisible(game.venue_machine_id, actor, key)
  return game
}

/** of one address, which the guests of a venue share */
const readsPerMinute = 300
/** Long enough for all who look at a game that has just ended. A client that has the answer is told that it is still the same. */
const keepMs = 5_000

/** How games went. */
export function timelinesRoutes({ db, scores, store, now }: TimelinesDependencies): FastifyPluginAsync {
  const answers = new AnswerCache(keepMs, now)

  async function answerOf(game: FollowedGame): Promise<GameTimeline> {
    const [machine, players] = await Promise.all([findVenueMachine(db, game.venue_machine_id), store.claims(game.id)])
    if (!machine) throw notFound()
    const {
      id,
      venue,
      machine: title,
      user_roles,
    } = venueMachineAnswer(machine, await findOwner(db, machine.owner_id), false)
    return {
      id: game.id,
      venuemachine: { id, venue, machine: title, user_roles },
      started_on: game.started_at.toISOString(),
      settled_on: game.settled_at?.toISOString() ?? null,
      successful: game.settled_at ? game.successful === true : null,
      duration_ms: game.duration_ms,
      ...toldOf(game),
      ...(game.has_photo && { has_photo: true }),
      scores: game.scores.flatMap((score, slot) =>
        score === null
          ? []
          : [{ position: slot + 1, score: scoreToWire(BigInt(score)), player: players.get(slot + 1) ?? null }],
      ),
      ...(await readTimeline(db, game)),
    }
  }

  return async (app) => {
    app.get(
      '/api/game/:id/timeline/',
      describes(
        {
          summary: 'The course of a game, for anyone who may see its machine or played in it',
          actor: 'optional',
          scope: 'read',
          query: KeyQuery,
          answers: { 200: GameTimeline, 304: null },
          refusals: [404],
        },
        perAddress(readsPerMinute, 60_000),
      ),
      async (request, reply) => {
        const { key } = parse(KeyQuery, request.query)
        const game = await visibleGame({ db, scores }, idOf(request), request.actor, key)
        return sendCached(
          request,
          reply.header('cache-control', 'private, no-cache'),
          await answers.get(game.version, () => answerOf(game)),
        )
      },
    )
  }
}
