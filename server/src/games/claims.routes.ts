import { ClaimInput, Game, listOf, OwnGame, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database'
import { requireUser } from '../http/auth'
import { describes } from '../http/operation'
import { pageOf } from '../http/page'
import { idOf, parse } from '../http/parse'
import { KeyQuery } from '../http/query'
import { perUser } from '../http/rateLimit'
import { conflict, notFound } from '../http/refusals'
import { claimSlot, releaseSlot } from './claims'
import { listOwnGames } from './claims.store'
import type { Games } from './games.service'
import type { MachineScores } from './scores.service'

export interface ClaimsDependencies {
  db: Kysely<Tables>
  games: Games
  scores: MachineScores
  /** ms since 1970 */
  now?: () => number
}

const claimsPerMinute = 30
const OwnGamesQuery = v.object(paging(1000))

/** Players say who they are: a slot of the game that is played, or was a moment ago. */
export function claimsRoutes({ db, games, scores, now = Date.now }: ClaimsDependencies): FastifyPluginAsync {
  return async (app) => {
    const claim = describes(
      { summary: 'Play in this slot of the newest game', actor: 'user', query: KeyQuery, body: ClaimInput, answers: { 200: Game }, refusals: [404, 409] },
      perUser(claimsPerMinute, 60_000),
    )
    app.post('/api/venuemachine/:id/claim/', claim, async (request) => {
      const [userId, id] = [requireUser(request), idOf(request)]
      const { key } = parse(KeyQuery, request.query)
      const { position } = parse(ClaimInput, request.body)
      await scores.requireVisible(id, request.actor, key)
      switch (await claimSlot(db, games, id, position, userId, now())) {
        case 'claimed':
          return scores.current(id, request.actor, key)
        case 'taken':
          throw conflict('Somebody else plays here. Ask at the machine.')
        case 'elsewhere':
          throw conflict('You play in this game already. Take that back first.')
        case 'unplayed':
          throw notFound()
      }
    })

    const release = describes(
      { summary: 'Take the claim of the newest game back', actor: 'user', query: KeyQuery, answers: { 204: null }, refusals: [404] },
      perUser(claimsPerMinute, 60_000),
    )
    app.delete('/api/venuemachine/:id/claim/', release, async (request, reply) => {
      const [userId, id] = [requireUser(request), idOf(request)]
      await scores.requireVisible(id, request.actor, parse(KeyQuery, request.query).key)
      if (!(await releaseSlot(db, games, id, userId, now()))) throw notFound()
      return reply.code(204).send()
    })

    app.get(
      '/api/user_profile/games/',
      describes({ summary: 'The games that one has played, the newest first', actor: 'user', query: OwnGamesQuery, answers: { 200: listOf(OwnGame) } }),
      async (request) => {
        const userId = requireUser(request)
        const query = parse(OwnGamesQuery, request.query)
        const { count, ownGames } = await listOwnGames(db, userId, query)
        return pageOf(request.url, query, count, ownGames)
      },
    )
  }
}
