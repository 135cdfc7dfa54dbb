import type { FastifyRequest, RouteShorthandOptions } from 'fastify'
import { networkOf } from './caller'
import { tooMany } from './refusals'
import { WindowLimit } from './windowLimit'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** there is a limit to how often it may be called */
    isLimited?: boolean
  }
}

/** Throws 429 for a call that is one too many. */
export function countCall(limit: WindowLimit, key: string): void {
  const waitMs = limit.take(key)
  if (waitMs > 0) throw tooMany(waitMs / 1000)
}

function limited(max: number, windowMs: number, keyOf: (request: FastifyRequest) => string): RouteShorthandOptions {
  const limit = new WindowLimit(max, windowMs)
  return {
    config: { isLimited: true },
    onRequest: async (request) => {
      if (request.server.isLimited) countCall(limit, keyOf(request))
    },
  }
}

/** Options of a route that one address may call so many times within a window. */
export const perAddress = (max: number, windowMs: number): RouteShorthandOptions => limited(max, windowMs, ({ ip }) => networkOf(ip))

/** The same for one signed-in user, wherever the requests come from; others count by their address. */
export const perUser = (max: number, windowMs: number): RouteShorthandOptions =>
  limited(max, windowMs, ({ actor, ip }) => (actor.type === 'user' ? `user ${actor.userId}` : networkOf(ip)))
