import {
  Follows as FollowsAnswer,
  FoundTournament,
  HasToken,
  MatchPlayToken,
  TournamentQuery,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import { requireUser } from '../../ground/http/auth'
import { perUser } from '../../ground/http/limits'
import { describes } from '../../ground/http/operation'
import { parse } from '../../ground/http/parse'
import type { Follows } from './follows.service'

const lookUpsPerMinute = 20

/** What owners read of the tournaments that their boards follow, and the token that they are asked with. */
export function matchPlayRoutes({ follows }: { follows: Follows }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/matchplay/',
      describes({
        summary: 'The tournaments of Match Play that your boards follow, and what is heard of them',
        actor: 'user',
        scope: 'read',
        answers: { 200: FollowsAnswer },
      }),
      (request) => follows.answer(requireUser(request)),
    )

    app.get(
      '/api/matchplay/tournament/',
      describes(
        {
          summary: 'A tournament of Match Play, by its address or number, before a board names it',
          actor: 'user',
          query: TournamentQuery,
          answers: { 200: FoundTournament },
        },
        perUser(lookUpsPerMinute, 60_000),
      ),
      (request) => follows.find(requireUser(request), parse(TournamentQuery, request.query).address),
    )

    app.put(
      '/api/matchplay/token/',
      describes({
        summary: 'Keep the token of Match Play that your tournaments are asked with; it is not shown again',
        actor: 'user',
        body: MatchPlayToken,
        audit: 'Match Play token kept',
        answers: { 200: HasToken },
      }),
      async (request) => {
        await follows.keepToken(requireUser(request), parse(MatchPlayToken, request.body).token)
        return { has_token: true }
      },
    )

    app.delete(
      '/api/matchplay/token/',
      describes({
        summary: 'Forget the token of Match Play',
        actor: 'user',
        audit: 'Match Play token removed',
        answers: { 204: null },
      }),
      async (request, reply) => {
        await follows.keepToken(requireUser(request), null)
        return reply.code(204).send()
      },
    )
  }
}
