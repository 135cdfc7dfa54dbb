import type { RouteShorthandOptions } from 'fastify'
import { networkOf } from './caller'
import { tooMany } from './refusals'

/** Options of a route that one address may call so many times within a window. */
export const perAddress = (max: number, windowMs: number): RouteShorthandOptions => ({
  config: {
    rateLimit: { max, timeWindow: windowMs, errorResponseBuilder: (_request, { ttl }) => tooMany(ttl / 1000) },
  },
})

/** The same for one signed-in user, wherever the requests come from; others count by their address. */
export const perUser = (max: number, windowMs: number): RouteShorthandOptions => ({
  config: {
    rateLimit: {
      max,
      timeWindow: windowMs,
      keyGenerator: ({ actor, ip }) => (actor.type === 'user' ? `user ${actor.userId}` : networkOf(ip)),
      errorResponseBuilder: (_request, { ttl }) => tooMany(ttl / 1000),
    },
  },
})
