import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { idOf, parse } from '../http/parse'
import { KeyQuery } from '../http/query'
import { tooMany } from '../http/refusals'
import type { LiveHub } from './hub'
import type { CachedAnswer, LiveBoard } from './liveBoard'

export interface LiveDependencies {
  hub: LiveHub
  /** how often one address may open one board, a minute */
  bootstrapsPerMinute?: number
}

const minuteMs = 60_000

/** A board's first paint, and its newest state for those who poll: the same bytes for everybody, 304 while they last. */
export function liveRoutes({ hub, bootstrapsPerMinute = 60 }: LiveDependencies): FastifyPluginAsync {
  const answer = async (request: FastifyRequest, reply: FastifyReply, read: (board: LiveBoard) => CachedAnswer) => {
    const { key } = parse(KeyQuery, request.query)
    const board = await hub.open('scoreboard', idOf(request), request.actor, key)
    const { bytes, etag } = read(board)
    reply.header('etag', etag).header('cache-control', board.view.access.is_public ? 'no-cache' : 'private, no-cache')
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(bytes)
  }

  const perAddressAndBoard = {
    config: {
      rateLimit: {
        max: bootstrapsPerMinute,
        timeWindow: minuteMs,
        keyGenerator: (request: FastifyRequest) => `${request.ip} ${(request.params as { id: string }).id}`,
        errorResponseBuilder: (_request: FastifyRequest, { ttl }: { ttl: number }) => tooMany(ttl / 1000),
      },
    },
  }

  return async (app) => {
    app.get('/api/scoreboard/:id/bootstrap/', perAddressAndBoard, (request, reply) => answer(request, reply, (board) => board.bootstrapAnswer()))
    app.get('/api/scoreboard/:id/scores/', (request, reply) => answer(request, reply, (board) => board.scoresAnswer()))
  }
}
