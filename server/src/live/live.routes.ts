import { boardBootstraps, boardScores, isBuiltInLiveType } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { siteOf } from '../http/cors'
import { sendCached } from '../http/keptAnswers'
import type { CachedAnswer } from '../http/keptAnswers'
import { describes } from '../http/operation'
import { idOf, parse } from '../http/parse'
import { KeyQuery } from '../http/query'
import { countCall } from '../http/rateLimit'
import type { WindowLimit } from '../http/windowLimit'
import type { Channel } from './channel'
import { bootstrapKey } from './hotReads'
import type { LiveHub } from './hub'

export interface LiveDependencies {
  hub: LiveHub
  /** how often one address may open one board */
  bootstraps: WindowLimit
}

const types = Object.keys(boardScores).filter(isBuiltInLiveType)

/**
 * A board's first paint, and its newest state for those who poll: the same bytes for everybody, 304 while they last.
 * Most of these requests never come here: hotReads.ts answers them.
 */
export function liveRoutes({ hub, bootstraps }: LiveDependencies): FastifyPluginAsync {
  const answers = (type: string, read: (channel: Channel) => CachedAnswer) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { key } = parse(KeyQuery, request.query)
    const id = idOf(request)
    const site = siteOf(request.headers, request.server.publicOrigin)
    const { board, view, audience, channel } = hub.openNow(type, id, request.actor, key, site) ?? (await hub.open(type, id, request.actor, key, site))
    const isForAll = view.access.is_public && (audience === 'everyone' || !board.isParted)
    return sendCached(request, reply.header('cache-control', isForAll ? 'no-cache' : 'private, no-cache'), read(channel))
  }

  return async (app) => {
    const limited = (type: string) => async ({ ip, params }: FastifyRequest) => {
      if (app.isLimited) countCall(bootstraps, bootstrapKey(ip, type, (params as { id: string }).id))
    }

    for (const type of types) {
      app.get(
        `/api/${type}/:id/bootstrap/`,
        describes(
          {
            summary: `All that a viewer of a ${type} needs for its first paint`,
            actor: 'optional',
            query: KeyQuery,
            answers: { 200: boardBootstraps[type], 304: null },
            refusals: [404, 429],
          },
          { onRequest: limited(type) },
        ),
        answers(type, (channel) => channel.bootstrapAnswer()),
      )
      app.get(
        `/api/${type}/:id/scores/`,
        describes({
          summary: `The newest state of a ${type}`,
          actor: 'optional',
          query: KeyQuery,
          answers: { 200: boardScores[type], 304: null },
          refusals: [404],
        }),
        answers(type, (channel) => channel.scoresAnswer()),
      )
    }
  }
}
