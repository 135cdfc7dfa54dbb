import { listOf, paging, PlayedGame } from '@multiball/shared/schema'
import { stringify } from 'csv-stringify/sync'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../ground/database'
import { describes } from '../../ground/http/operation'
import { pageFrom } from '../../ground/http/page'
import { idOf, IdText, KeyQuery, parse } from '../../ground/http/parse'
import { listPlayed } from './played.store'
import type { MachineScores } from './scores.service'

/** `after`: only games that come after the one with this id, however many come before. */
const PlayedQuery = v.object({ ...KeyQuery.entries, ...paging(5000), after: v.optional(IdText) })

const slots = [1, 2, 3, 4, 5, 6]

const header = [
  'game',
  'started',
  'settled',
  'successful',
  ...slots.flatMap((slot) => [`player ${slot}`, `score ${slot}`]),
  'test',
  'entered',
  'note',
]

/** RFC 4180. What a spreadsheet would take for a formula is marked as text, and what some would split at is quoted. */
const writing = { record_delimiter: 'windows', quoted_match: /[,;\t\r\n]/, escape_formulas: true } as const

function row({
  id,
  started_on,
  settled_on,
  successful,
  scores,
  is_test,
  entered,
  note,
}: PlayedGame): (string | bigint)[] {
  const played = slots.flatMap((slot) => {
    const found = scores.find(({ position }) => position === slot)
    // A number, and no text: one below zero would be taken for a formula.
    return [found?.player?.cached_display_name ?? '', found ? BigInt(found.score) : '']
  })
  const facts = [String(id), started_on, settled_on, successful ? 'yes' : 'no']
  return [...facts, ...played, is_test ? 'yes' : 'no', entered ?? '', note ?? '']
}

/** Settled games as CSV, one per line, players and scores by slot. */
export const playedCsv = (games: readonly PlayedGame[]): string => stringify([header, ...games.map(row)], writing)

/** What was played on a machine. */
export function playedRoutes({
  db,
  readDb = db,
  scores,
}: {
  db: Kysely<Tables>
  readDb?: Kysely<Tables>
  scores: MachineScores
}): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/venuemachine/:id/games/',
      describes({
        summary: 'Settled games of a machine, newest first',
        actor: 'optional',
        scope: 'read',
        query: PlayedQuery,
        answers: { 200: listOf(PlayedGame) },
        refusals: [404],
      }),
      async (request) => {
        const { key, ...query } = parse(PlayedQuery, request.query)
        const id = idOf(request)
        await scores.requireVisible(id, request.actor, key)
        const { count, played } = await listPlayed(request.actor.type === 'anonymous' ? readDb : db, id, query)
        return pageFrom(request.url, query, count, played)
      },
    )

    app.get(
      '/api/venuemachine/:id/games.csv',
      describes({
        summary: 'Settled games of a machine as CSV',
        actor: 'optional',
        scope: 'read',
        query: PlayedQuery,
        answers: { 200: v.string() },
        contentType: 'text/csv',
        refusals: [404],
      }),
      async (request, reply) => {
        const { key, ...query } = parse(PlayedQuery, request.query)
        const id = idOf(request)
        await scores.requireVisible(id, request.actor, key)
        const { played } = await listPlayed(request.actor.type === 'anonymous' ? readDb : db, id, query)
        return reply
          .type('text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="machine-${id}-games.csv"`)
          .send(playedCsv(played))
      },
    )
  }
}
