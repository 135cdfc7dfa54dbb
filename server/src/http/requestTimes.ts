import type { FastifyInstance } from 'fastify'
import { Distribution } from './readings'

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Takes the time of every request from now on. Answers how to read it, by route and class of status. */
export function takeRequestTimes(app: FastifyInstance): () => Distribution[] {
  const times = new Map<string, Distribution>()
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    // Addresses that nobody has are one, or they would fill the memory.
    const route = `${method} ${routeOptions.url ?? 'none'}`
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    const key = `${route} ${status}`
    let spread = times.get(key)
    if (!spread) {
      spread = new Distribution('multiball_http_request_seconds', 'Time from a request to its answer', bounds, { route, status })
      times.set(key, spread)
    }
    spread.add(reply.elapsedTime / 1000)
  })
  return () => [...times.values()]
}
