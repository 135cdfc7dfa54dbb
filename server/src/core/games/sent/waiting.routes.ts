import { Decided, DecideInput, listOf, mostDecided, paging, WaitingScore } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../../ground/database'
import { requireUser } from '../../../ground/http/auth'
import { perUser } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { pageOf } from '../../../ground/http/page'
import { idOf, parse } from '../../../ground/http/parse'
import { sendPhoto } from './photos.routes'
import { findSentPhoto } from './photos.store'
import type { SentScores } from './sentScores.service'
import { listWaiting } from './sentScores.store'

const minuteMs = 60_000
const decisionsPerMinute = 120

const ListQuery = v.object(paging(mostDecided))

/** Owners say yes or no to the scores that guests sent. */
export function waitingRoutes({ db, sentScores }: { db: Kysely<Tables>; sentScores: SentScores }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/waiting_score/',
      describes({
        summary: 'Scores of guests that wait for your yes, the one that was sent first comes first',
        actor: 'user',
        query: ListQuery,
        answers: { 200: listOf(WaitingScore) },
      }),
      async (request) => {
        const userId = requireUser(request)
        const query = parse(ListQuery, request.query)
        const { count, waiting } = await listWaiting(db, userId, query)
        return pageOf(request.url, query, count, waiting)
      },
    )

    app.get(
      '/api/waiting_score/:id/photo/',
      describes({
        summary: 'The photo of a score that a guest sent to your machine',
        actor: 'user',
        answers: { 200: v.string() },
        contentType: 'image/jpeg',
        refusals: [404],
      }),
      async (request, reply) => {
        const userId = requireUser(request)
        return sendPhoto(reply, await findSentPhoto(db, idOf(request), userId))
      },
    )

    app.post(
      '/api/waiting_score/decide/',
      describes(
        {
          summary:
            'Say yes or no to scores of guests: a yes makes a game of each, once; what was decided before stays so',
          actor: 'user',
          body: DecideInput,
          audit: 'guests’ scores decided',
          answers: { 200: Decided },
        },
        perUser(decisionsPerMinute, minuteMs),
      ),
      async (request) => {
        const userId = requireUser(request)
        return sentScores.decide(userId, parse(DecideInput, request.body))
      },
    )
  }
}
