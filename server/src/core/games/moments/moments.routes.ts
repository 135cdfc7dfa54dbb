import { BoardType, EventMoment, listOf, Moment, paging } from '@multiball/shared/schema'
import type { FastifyPluginAsync } from 'fastify'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '../../../ground/database/tables'
import { networkOf } from '../../../ground/http/caller'
import { perUser } from '../../../ground/http/limits'
import { describes } from '../../../ground/http/operation'
import { pageOf } from '../../../ground/http/page'
import { FlagText, IdText, KeyQuery, parse } from '../../../ground/http/parse'
import { invalid } from '../../../ground/http/refusals'
import type { MachineScores } from '../scores.service'
import { listEvents } from './eventMoments.store'
import { listMoments } from './moments.store'
import { eventBoardsOf, machinesOf } from './momentsScope'
import type { MomentsOf } from './momentsScope'
import type { MomentStreams } from './momentStreams'

/** One of `venue`, `venuemachine` and `board` with its `board_type`, or none of them. */
const OfQuery = {
  venue: v.optional(IdText),
  venuemachine: v.optional(IdText),
  board_type: v.optional(BoardType),
  board: v.optional(IdText),
  ...KeyQuery.entries,
}
const ListQuery = v.object({ ...OfQuery, ...paging(500) })

const Place = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'A place in the stream is expected'), v.transform(Number))
/** `events`: moments of tournaments come, too */
const StreamQuery = v.object({ ...OfQuery, after: v.optional(Place), events: v.optional(FlagText, 'false') })

function ofQuery({
  venue,
  venuemachine,
  board_type: type,
  board: id,
  key,
}: Pick<v.InferOutput<typeof ListQuery>, keyof typeof OfQuery>): MomentsOf {
  if ([venue, venuemachine, id].filter((given) => given !== undefined).length > 1)
    throw invalid({ non_field_errors: ['Name a venue, a machine or a board, one of them'] })
  if ((type === undefined) !== (id === undefined))
    throw invalid({ board_type: ['A board is named by its type and its id'] })
  return { venue, venuemachine, ...(type !== undefined && id !== undefined && { board: { type, id } }), key }
}

const callsPerMinute = 120

/** Moments, to look back and to follow. Those who may see the scores of a machine may see what it tells. */
export function momentsRoutes({
  db,
  readDb = db,
  scores,
  streams,
}: {
  db: Kysely<Tables>
  readDb?: Kysely<Tables>
  scores: MachineScores
  streams: MomentStreams
}): FastifyPluginAsync {
  return async (app) => {
    app.get(
      '/api/moments/',
      describes(
        {
          summary: 'Moments of a venue, a machine, a board or all your venues, newest first',
          actor: 'optional',
          scope: 'read',
          query: ListQuery,
          answers: { 200: listOf(Moment) },
          refusals: [401, 404],
        },
        perUser(callsPerMinute, 60_000),
      ),
      async (request) => {
        const query = parse(ListQuery, request.query)
        const machines = await machinesOf(db, scores, request.actor, ofQuery(query))
        const from = request.actor.type === 'anonymous' ? readDb : db
        const { count, moments } = await listMoments(from, machines, query)
        return pageOf(request.url, query, count, moments)
      },
    )

    app.get(
      '/api/moments/events/',
      describes(
        {
          summary: 'Moments of tournaments, of a venue, a board or all your boards, newest first',
          actor: 'optional',
          scope: 'read',
          query: ListQuery,
          answers: { 200: listOf(EventMoment) },
          refusals: [401, 404],
        },
        perUser(callsPerMinute, 60_000),
      ),
      async (request) => {
        const query = parse(ListQuery, request.query)
        const of = ofQuery(query)
        // What there is not, or is not shown to this actor, is refused alike.
        await machinesOf(db, scores, request.actor, of)
        const boards = await eventBoardsOf(db, request.actor, of)
        const { count, moments } = await listEvents(db, boards, query)
        return pageOf(request.url, query, count, moments)
      },
    )

    app.get(
      '/api/moments/stream/',
      describes(
        {
          summary: 'Moments as they are told, as server-sent events: each entry is a moment, its id the place',
          actor: 'optional',
          scope: 'read',
          query: StreamQuery,
          answers: { 200: v.string() },
          contentType: 'text/event-stream',
          refusals: [401, 404],
        },
        perUser(callsPerMinute, 60_000),
      ),
      async (request, reply) => {
        const { actor, caller, headers } = request
        const { after, events, ...query } = parse(StreamQuery, request.query)
        const of = ofQuery(query)
        // A browser that comes back says itself how far it was; before anything else, as its address stays the same.
        const last = v.safeParse(Place, headers['last-event-id'])
        const stream = await streams.follow({
          name: actor.type === 'user' ? `user ${actor.userId}` : networkOf(caller),
          machines: () => machinesOf(db, scores, actor, of),
          boards: async () => (events ? eventBoardsOf(db, actor, of) : []),
          after: last.success ? last.output : after,
        })
        // Proxies that gather what they pass on would hold back each moment.
        return reply.type('text/event-stream').header('x-accel-buffering', 'no').send(stream)
      },
    )
  }
}
