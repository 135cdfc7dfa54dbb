import { boardBootstraps, boardScores, isLiveBoardType } from '@multiball/shared/schema'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { describes } from '../http/operation'
import { idOf, parse } from '../http/parse'
import { KeyQuery } from '../http/query'
import { tooMany } from '../http/refusals'
import type { CachedAnswer, Channel } from './channel'
import type { LiveHub } from './hub'

export interface LiveDependencies {
  hub: LiveHub
  /** how often one address may open one board, a minute */
  bootstrapsPerMinute?: number
}

const minuteMs = 60_000

const types = Object.keys(boardScores).filter(isLiveBoardType)

/** A board's first paint, and its newest state for those who poll: the same bytes for everybody, 304 while they last. */
export function liveRoutes({ hub, bootstrapsPerMinute = 60 }: LiveDependencies): FastifyPluginAsync {
  const answers = (type: string, read: (channel: Channel) => CachedAnswer) => async (request: FastifyRequest, reply: FastifyReply) => {
    const { key } = parse(KeyQuery, request.query)
    const id = idOf(request)
    const { board, view, audience, channel } = hub.openNow(type, id, request.actor, key) ?? (await hub.open(type, id, request.actor, key))
    const { bytes, etag } = read(channel)
    const isForAll = view.access.is_public && (audience === 'everyone' || !board.isParted)
    reply.header('etag', etag).header('cache-control', isForAll ? 'no-cache' : 'private, no-cache')
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(bytes)
  }

  const perAddressAndBoard = (type: string) => ({
    config: {
      rateLimit: {
        max: bootstrapsPerMinute,
        timeWindow: minuteMs,
        keyGenerator: (request: FastifyRequest) => `${request.ip} ${type} ${(request.params as { id: string }).id}`,
        errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) => tooMany(ttl / 1000),
      },
    },
  })

  return async (app) => {
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
          perAddressAndBoard(type),
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
