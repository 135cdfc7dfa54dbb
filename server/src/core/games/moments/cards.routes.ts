import { MomentCard } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../ground/database/tables'
import { perAddress } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { KeyQuery, parse } from '../../../ground/http/parse'
import type { MachineScores } from '../scores.service'
import { cardFor } from './cards'

/** of one address, which the guests of a venue share */
const readsPerMinute = 300

/** Scores to share. */
export function cardsRoutes({ db, scores }: { db: Kysely<Tables>; scores: MachineScores }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/moment/:card/',
      describes(
        {
          summary:
            'A score to share, as its page and pictures show it, for anyone who may see its machine or played in it',
          actor: 'optional',
          scope: 'read',
          query: KeyQuery,
          answers: { 200: MomentCard },
          refusals: [404],
        },
        perAddress(readsPerMinute, 60_000),
      ),
      async (request, reply) => {
        const { card } = request.params as { card: string }
        const { key } = parse(KeyQuery, request.query)
        reply.header('cache-control', 'private, no-cache')
        return cardFor({ db, scores }, card, request.actor, key)
      },
    )
  }
}
