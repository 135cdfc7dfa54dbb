import { listOf, paging, PlayedGame } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../database'
import { describes } from '../http/operation'
import { pageOf } from '../http/page'
import { idOf, KeyQuery, parse } from '../http/parse'
import { listPlayed } from './played.store'
import { playedCsv } from './playedCsv'
import type { MachineScores } from './scores.service'

const PlayedQuery = v.object({ ...KeyQuery.entries, ...paging(5000) })

/** What was played on a machine. */
export function playedRoutes({ db, scores }: { db: Kysely<Tables>; scores: MachineScores }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/venuemachine/:id/games/',
      describes({ summary: 'Settled games of a machine, newest first', actor: 'optional', query: PlayedQuery, answers: { 200: listOf(PlayedGame) }, refusals: [404] }),
      async (request) => {
        const { key, ...query } = parse(PlayedQuery, request.query)
        const id = idOf(request)
        await scores.requireVisible(id, request.actor, key)
        const { count, played } = await listPlayed(db, id, query)
        return pageOf(request.url, query, count, played)
      },
    )

    app.get(
      '/api/venuemachine/:id/games.csv',
      describes({ summary: 'Settled games of a machine as CSV', actor: 'optional', query: PlayedQuery, answers: { 200: v.string() }, contentType: 'text/csv', refusals: [404] }),
      async (request, reply) => {
        const { key, ...query } = parse(PlayedQuery, request.query)
        const id = idOf(request)
        await scores.requireVisible(id, request.actor, key)
        const { played } = await listPlayed(db, id, query)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="machine-${id}-games.csv"`)
          .send(playedCsv(played))
      },
    )
  }
}
