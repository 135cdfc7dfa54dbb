import { Game, listOf, maxScore, TopScores, VenueMachine } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import * as v from 'valibot'
import { describes } from '../../ground/http/operation'
import { idOf, KeyQuery, parse } from '../../ground/http/parse'
import type { MachineScores } from './scores.service'

const TopScoresQuery = v.object({
  ...KeyQuery.entries,
  score: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,19}$/, 'A whole number is expected'),
      v.transform((digits) => BigInt(digits)),
      v.maxValue(maxScore, 'Out of range'),
    ),
  ),
})

/** What is played on a machine now, what was best on it, and where something is going on. */
export function scoresRoutes({ scores }: { scores: MachineScores }): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/venuemachine/:id/current/',
      describes({
        summary: 'The newest game of a machine',
        actor: 'optional',
        scope: 'read',
        query: KeyQuery,
        answers: { 200: Game },
        refusals: [404],
      }),
      (request) => scores.current(idOf(request), request.actor, parse(KeyQuery, request.query).key),
    )

    app.get(
      '/api/venuemachine/:id/top_scores/',
      describes({
        summary: 'The ten top scores of a machine',
        actor: 'optional',
        scope: 'read',
        query: TopScoresQuery,
        answers: { 200: TopScores },
        refusals: [404],
      }),
      async (request) => {
        const { key, score } = parse(TopScoresQuery, request.query)
        const { results, rank } = await scores.top(idOf(request), request.actor, key, score)
        return { count: results.length, next: null, previous: null, results, rank }
      },
    )

    app.get(
      '/api/venuemachine_hot/',
      describes({
        summary: 'Machines on public boards being played now, most active first',
        actor: 'anyone',
        answers: { 200: listOf(VenueMachine) },
      }),
      async () => {
        const results = await scores.hot()
        return { count: results.length, next: null, previous: null, results }
      },
    )
  }
}
