import {
  boardBootstraps,
  boardScores,
  CustomBootstrap,
  CustomScores,
  isBuiltInLiveType,
} from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type * as v from 'valibot'
import { customTypeOf } from '../../core/boards/custom/types'
import { siteOf } from '../../ground/http/cors'
import { sendCached } from '../../ground/http/answerCache'
import type { CachedAnswer } from '../../ground/http/answerCache'
import { describes } from '../../ground/http/operation'
import { idOf, KeyQuery, parse } from '../../ground/http/parse'
import { countCall } from '../../ground/http/limits'
import type { ReportedLimit } from '../../ground/http/limits'
import type { Access } from './access'
import { bootstrapKey } from './fastReads'
import type { Channel } from './liveBoard'

interface LiveDependencies {
  hub: Pick<Access, 'open' | 'openNow'>
  /** how often one address may open one board */
  bootstraps: Pick<ReportedLimit, 'take'>
}

type TypeOf = (request: FastifyRequest) => string

/** The boards with a state: those that come with the program, and those of remotes. */
const calls = [
  ...Object.keys(boardScores)
    .filter(isBuiltInLiveType)
    .map((type) => ({
      board: `/api/${type}`,
      name: type as string,
      typeOf: (() => type) as TypeOf,
      bootstrap: boardBootstraps[type] as v.GenericSchema,
      scores: boardScores[type] as v.GenericSchema,
    })),
  {
    board: '/api/board/:type',
    name: 'board of a type from a remote',
    typeOf: (({ params }) => customTypeOf(params)) as TypeOf,
    bootstrap: CustomBootstrap,
    scores: CustomScores,
  },
]

/**
 * A board's first paint, and its newest state for viewers that poll: the same bytes for everyone, 304 while they last.
 * Most of these requests never get here: fastReads.ts answers them.
 */
export function liveRoutes({ hub, bootstraps }: LiveDependencies): FastifyPluginAsync {
  const answers =
    (typeOf: TypeOf, read: (channel: Channel) => CachedAnswer) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { key } = parse(KeyQuery, request.query)
      const type = typeOf(request)
      const id = idOf(request)
      const site = siteOf(request.headers, request.server.publicOrigin)
      const { board, view, audience, channel } =
        hub.openNow(type, id, request.actor, key, site) ?? (await hub.open(type, id, request.actor, key, site))
      const isForAll = view.access.is_public && (audience === 'everyone' || !board.hasPrivateParts)
      return sendCached(
        request,
        reply.header('cache-control', isForAll ? 'no-cache' : 'private, no-cache'),
        read(channel),
      )
    }

  return async (app) => {
    const limited = (typeOf: TypeOf) => async (request: FastifyRequest) => {
      if (app.isLimited)
        countCall(bootstraps, bootstrapKey(request.caller, typeOf(request), (request.params as { id: string }).id))
    }

    for (const { board, name, typeOf, bootstrap, scores } of calls) {
      app.get(
        `${board}/:id/bootstrap/`,
        describes(
          {
            summary: `All that a viewer of a ${name} needs for its first paint`,
            actor: 'optional',
            scope: 'read',
            query: KeyQuery,
            answers: { 200: bootstrap, 304: null },
            refusals: [404, 429],
          },
          { onRequest: limited(typeOf) },
        ),
        answers(typeOf, (channel) => channel.bootstrapAnswer()),
      )
      app.get(
        `${board}/:id/scores/`,
        describes({
          summary: `The newest state of a ${name}`,
          actor: 'optional',
          scope: 'read',
          query: KeyQuery,
          answers: { 200: scores, 304: null },
          refusals: [404],
        }),
        answers(typeOf, (channel) => channel.scoresAnswer()),
      )
    }
  }
}
